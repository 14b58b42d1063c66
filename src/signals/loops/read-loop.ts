import type { Encoding } from '../bytes/encoding.ts'
import type { StepText } from '../ci/step-text.ts'
import type { EarlierRun, EarlierRuns, Reading, Signal } from '../signal.ts'
import { isStatement } from '../statements.ts'
import type { Steps } from '../turns.ts'

/** At most this many iterations before the last one are read. Older ones are only counted. */
export const MOST_EARLIER = 500
/** How many reports and how many last statements of each iteration are kept. */
const MOST_REPORTS = 40
const MOST_STATEMENTS = 60

type Whole = { readonly bytes: number; readonly lines: number; readonly encoding: Encoding }

/** The reading of a loop's log: that of its last iteration, with what is needed to judge the others. */
export function* readLoop(
  all: readonly StepText[],
  { bytes, lines, encoding }: Whole,
  read: (text: string) => Steps<Reading>,
): Steps<Reading> {
  const tries = withoutBegun(all)
  const before = tries.slice(0, -1)
  const runs: EarlierRun[] = []
  for (const one of before.slice(-MOST_EARLIER)) runs.push(shortened(yield* read(one.text())))
  const last = tries.at(-1)
  const reading = yield* read(last?.text() ?? '')
  const signals = reading.signals.map((signal) =>
    last === undefined ? signal : last.placed(signal, (text) => encoding.encode(text)),
  )
  const earlier: EarlierRuns = { runs, unread: before.length - runs.length }
  return { ...reading, signals, bytes, lines, earlier }
}

/** An iteration of at most this many lines has only begun, unless one of them says how it ended. */
const BEGUN_LINES = 4

function withoutBegun(tries: readonly StepText[]): readonly StepText[] {
  const lines =
    tries
      .at(-1)
      ?.text()
      .split('\n')
      .filter((line) => line !== '') ?? []
  const hasBegun = lines.length <= BEGUN_LINES && !lines.slice(1).some(isStatement)
  return hasBegun && tries.length > 1 ? tries.slice(0, -1) : tries
}

/** Reduces a reading to what its verdict needs. */
export function shortened({ signals, stage, agent, structured, facts, lines }: Reading): EarlierRun {
  const isStatement = ({ what }: Signal): boolean => what === 'statement'
  const reports = signals.filter((signal) => !isStatement(signal)).slice(-MOST_REPORTS)
  const kept = new Set([...reports, ...signals.filter(isStatement).slice(-MOST_STATEMENTS)])
  return {
    signals: signals.filter((signal) => kept.has(signal)),
    stage,
    isStageInferred: true,
    agent,
    structured,
    facts,
    lines,
  }
}
