import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignalReader } from '../src/agents/signal-reader.ts'
import type { ReaderOptions } from '../src/signals/reader.ts'
import type { Reading, Signal } from '../src/signals/signal.ts'

/** The label of a captured run of a real agent. */
export type CaptureLabel = {
  readonly file: string
  readonly exitCode: number
  readonly label: string
  readonly stoppedAtCap: boolean
  readonly evidence: string
}

const folder = (agent: string): string => join(import.meta.dirname, 'fixtures/captures', agent)

export const captureLabels = (agent: string): readonly CaptureLabel[] =>
  JSON.parse(readFileSync(join(folder(agent), 'labels.json'), 'utf8'))

/** Reads a capture as a run of that agent is read: with its name and its exit code. */
export function readCapture(agent: string, name: string): Reading {
  const row = captureLabels(agent).find((one) => one.file === `${name}.log`)
  if (row === undefined) throw new Error(`There is no capture ${name}.`)
  return readOutput(readFileSync(join(folder(agent), row.file)), { agent }, row.exitCode)
}

/** The agents recognised in the captures of an agent by content alone. An empty capture is recognised as none. */
export function recognisedIn(agent: string): ReadonlySet<string | null> {
  const outputs = captureLabels(agent).map(({ file }) => readFileSync(join(folder(agent), file)))
  return new Set(outputs.filter((output) => output.length > 0).map((output) => readOutput(output).agent))
}

/** Reads a session file of an agent. */
export const readSession = (agent: string, name: string): Reading =>
  readOutput(readFileSync(join(import.meta.dirname, 'fixtures/sessions', agent, `${name}.jsonl`)))

export function readOutput(
  output: string | Uint8Array,
  options: ReaderOptions = {},
  exitCode: number | null = null,
): Reading {
  const reader = new SignalReader(options)
  reader.push(typeof output === 'string' ? Buffer.from(output) : output)
  return reader.end(exitCode)
}

/** JSON lines of these records. */
export const jsonLines = (...records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')

/** The errors that the agent reported and did not recover from. */
export const troublesIn = (reading: Reading): readonly Signal[] =>
  reading.signals.filter(
    ({ source, what, resolved }) =>
      (source === 'typed' || source === 'declared') && what !== 'success' && !resolved,
  )

/** The last of them in one line: what, HTTP status, code. */
export function lastTrouble(reading: Reading): string {
  const last = troublesIn(reading).at(-1)
  return last === undefined
    ? 'none'
    : [last.what, last.detail.status, last.detail.code].filter((part) => part !== undefined).join(' ')
}

/** Checks every capture of an agent. Returns the sentences that are false. */
export function sweep(agent: string): readonly string[] {
  return captureLabels(agent).flatMap(({ file, label, evidence }) => {
    const reading = readCapture(agent, file.replace(/\.log$/, ''))
    const troubles = troublesIn(reading).length
    const succeeded = reading.signals.some((signal) => signal.what === 'success') || reading.facts.answered
    if (label === 'NONE')
      return troubles === 0 && succeeded ? [] : [`${file} is a success: ${lastTrouble(reading)}`]
    if (label === 'STALLED' || evidence === 'weak') return []
    return troubles > 0 || !reading.facts.closed ? [] : [`${file} failed, and nothing was noted`]
  })
}
