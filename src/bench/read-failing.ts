import { closeSync, readSync } from 'node:fs'
import type { Stage } from '../reasons/stages.ts'
import type { StageReport } from '../record/run-result.ts'
import { openPlain } from '../record/plain-file.ts'
import { SignalReader } from '../agents/signal-reader.ts'
import type { Signal } from '../signals/signal.ts'
import { Turns } from '../signals/turns.ts'
import { SEPARATOR } from './attempt-stages.ts'

/** The failed tests of one test run. */
export type FailingTests = {
  readonly names: readonly string[]
  /** Is the list complete? The summary of a runner may count more tests than it names. */
  readonly isWhole: boolean
  /** Two runs with the same fingerprint failed in the same way. */
  readonly fingerprint: string
}

/** Only the end of a longer output is read. The summary is there. */
const MOST_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 64 * 1024

/** The failed tests of a stage: one entry for each test run in it. */
export async function readFailing(log: string, report: StageReport): Promise<readonly FailingTests[]> {
  const { stage, exitCode } = report
  const bytes = readRange(log, report)
  const at = bytes.indexOf(`\n${SEPARATOR}\n`)
  if (at < 0) return [await failingIn(bytes, stage, exitCode)]
  const second = bytes.subarray(at + SEPARATOR.length + 2)
  const end = second.lastIndexOf(`\n${SEPARATOR} `)
  // The second run was cut off, so its result is unknown.
  if (end < 0) return [await failingIn(bytes.subarray(0, at), stage, exitCode)]
  const secondCode = Number.parseInt(second.subarray(end + SEPARATOR.length + 2).toString(), 10)
  return [
    await failingIn(bytes.subarray(0, at), stage, exitCode),
    await failingIn(second.subarray(0, end), stage, secondCode),
  ]
}

function readRange(log: string, { from, to }: StageReport): Buffer {
  const length = Math.min(to - from, MOST_BYTES)
  const bytes = Buffer.alloc(Math.max(0, length))
  const file = openPlain(log)
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, to - bytes.length))
  } finally {
    closeSync(file)
  }
}

/** Reads in turns, so that other attempts can continue. */
async function failingIn(bytes: Buffer, stage: Stage, exitCode: number | null): Promise<FailingTests> {
  const reader = new SignalReader({ stage })
  const turns = new Turns()
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    reader.push(bytes.subarray(at, at + PIECE_BYTES))
    await turns.give()
  }
  const { signals } = await reader.endInTurns(exitCode)
  const summaries = signals.filter(({ what }) => TELLS.has(what))
  const failed = summaries.filter(({ what }) => what === 'tests-failed')
  const names = [...new Set(failed.flatMap(({ detail }) => detail.names ?? []))].toSorted()
  return {
    names,
    isWhole: failed.every(({ detail }) => (detail.failed ?? 0) <= (detail.names?.length ?? 0)),
    fingerprint: JSON.stringify([exitCode, names, summaries.map(countsOf)]),
  }
}

const TELLS: ReadonlySet<Signal['what']> = new Set([
  'tests-failed',
  'tests-passed',
  'build-failed',
  'no-tests',
])

const countsOf = ({ what, detail }: Signal): readonly unknown[] => [
  what,
  detail.failed ?? 0,
  detail.passed ?? 0,
]
