import type { Encoding } from '../bytes/encoding.ts'
import type { Line } from '../bytes/lines.ts'
import { plain } from '../bytes/plain.ts'
import type { CiStepReading, Reading, Signal, What } from '../signal.ts'
import { EXCERPT_CHARS } from '../place.ts'
import type { Steps } from '../turns.ts'
import type { CiStep } from './ci-job.ts'
import type { CiLogReading } from './ci-log.ts'
import { placeIn } from './step-text.ts'
import type { WrappedText } from './wrapped-text.ts'
import { redact } from '../../secrets/secrets.ts'

type Whole = {
  readonly bytes: number
  readonly lines: number
  readonly encoding: Encoding
  readonly file: string
  readonly secrets: readonly string[]
}

/**
 * Reads a CI log. The reading is that of the first failed step, else of the last step with an agent, else of the last
 * step. It contains the results of the other steps.
 */
export function* readCi(
  log: CiLogReading,
  whole: Whole,
  read: (text: string) => Steps<Reading>,
): Steps<Reading> {
  const failed: CiStepReading[] = []
  for (const step of log.failed) failed.push(yield* readStep(step, whole, read))
  const agents: CiStepReading[] = []
  if (failed.length === 0) for (const step of log.agents) agents.push(yield* readStep(step, whole, read))
  const told = failed[0] ?? agents.at(-1)
  const base = told?.reading ?? (yield* readStep(log.last, whole, read)).reading
  const passed = log.passed === null ? null : signalOf(log.passed, 'build-passed', log.system, whole)
  const { bytes, lines } = whole
  return {
    ...base,
    bytes,
    lines,
    ci: { system: log.system, failed, agents, passed, last: { job: log.last.job, step: log.last.step } },
  }
}

/** The reading of an output without its envelope. The places are those in the file. */
export function* readWrapped(
  text: WrappedText,
  { bytes, lines }: Pick<Whole, 'bytes' | 'lines'>,
  read: (pieces: Iterable<string>) => Steps<Reading>,
): Steps<Reading> {
  const reading = yield* read(text.pieces())
  return { ...placed(reading, (signal) => text.placed(signal)), bytes, lines }
}

function placed(reading: Reading, place: (signal: Signal) => Signal): Reading {
  const signals = reading.signals.map(place)
  if (reading.ci === undefined) return { ...reading, signals }
  const { failed, agents, passed } = reading.ci
  const placedStep = (step: CiStepReading): CiStepReading => ({
    ...step,
    verdict: step.verdict === null ? null : place(step.verdict),
    lastWords: step.lastWords === null ? null : place(step.lastWords),
    reading: placed(step.reading, place),
  })
  const ci = {
    ...reading.ci,
    passed: passed === null ? null : place(passed),
    failed: failed.map(placedStep),
    agents: agents.map(placedStep),
  }
  return { ...reading, signals, ci }
}

function* readStep(step: CiStep, whole: Whole, read: (text: string) => Steps<Reading>): Steps<CiStepReading> {
  const { encoding } = whole
  const reading = yield* read(step.text.text())
  const signals = reading.signals.map((signal) => step.text.placed(signal, (text) => encoding.encode(text)))
  const { job, step: name, outcome, exitCode } = step
  const verdict = step.verdict === null ? null : signalOf(step.verdict, WHAT[outcome], 'ci', whole)
  const lastWords = lastWordsOf(step, whole)
  return { job, step: name, outcome, exitCode, verdict, lastWords, reading: { ...reading, signals } }
}

/** The line is shown without the prefix of the CI system. */
function lastWordsOf(step: CiStep, whole: Whole): Signal | null {
  const said = step.text.lastWords()
  if (said === null) return null
  const { line, text } = said
  const signal = signalOf({ ...line, raw: text }, 'statement', 'ci', whole)
  const encode = (part: string): Buffer => whole.encoding.encode(part)
  return signal.at === null ? signal : { ...signal, at: placeIn(line, text, signal.at, encode) }
}

const WHAT: Readonly<Record<CiStep['outcome'], What>> = {
  failed: 'failure',
  'timed-out': 'time-limit',
  canceled: 'interrupt',
  unknown: 'failure',
}

function signalOf(line: Line, what: What, by: string, { file, secrets }: Whole): Signal {
  const message = redact(plain(line.raw).trimEnd(), secrets).slice(0, 2 * EXCERPT_CHARS)
  return {
    source: 'tool',
    what,
    stage: 'final_test',
    message,
    at: { file, line: line.number, byteOffset: line.offset, excerpt: message.slice(0, EXCERPT_CHARS) },
    specific: what !== 'failure',
    resolved: false,
    detail: { by },
  }
}
