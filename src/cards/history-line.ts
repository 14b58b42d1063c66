/** The lines that Mayday appends to the History of a card: one template for each event and flow. */
import { inert } from '../memory/prompt-context.ts'
import { localTime } from '../memory/section.ts'
import { cutAtWord } from '../memory/words.ts'
import { toSupervisor } from '../reasons/dialects/supervisor.ts'
import { inTable } from '../reasons/custom-reason.ts'
import type { RunResult } from '../record/run-result.ts'
import { countOf } from '../signals/count-of.ts'
import { nothingReported, type Outcome } from './outcome.ts'

export type TestsWord = 'pass' | 'fail' | 'not run'
export type FailureWord = 'exit' | 'crash' | 'timeout'

type OfRun = {
  /** A timestamp. The line shows the local day. */
  readonly at: string
  readonly runId: string
  readonly flow: string
}

export type HistoryEvent =
  /** `about`: the branch. For a review: what is reviewed. For research: the topic. */
  | (OfRun & { readonly event: 'queued'; readonly about: string | null })
  | (OfRun & { readonly event: 'started' | 'canceled' })
  /** `checked`: the number of ticked boxes. */
  | (OfRun & {
      readonly event: 'succeeded'
      readonly checked: number
      readonly tests: TestsWord
      readonly outcome?: Outcome
    })
  /** `logs`: relative to the project. */
  | (OfRun & { readonly event: 'failed'; readonly reason: FailureWord; readonly logs: string })
  | (OfRun & { readonly event: 'rejected'; readonly why: string })
  /** Flow and status before the reset. */
  | {
      readonly event: 'reset'
      readonly at: string
      readonly flow: string | null
      readonly status: string | null
    }

const SHORT_CHARS = 200

/**
 * One line, without a list marker.
 *
 * @example historyLine({ event: 'started', at, runId, flow: 'review' }) // '2025-11-28: Run … started (review).'
 */
export function historyLine(event: HistoryEvent): string {
  return inert(`${localTime(event.at).slice(0, 10)}: ${wordsOf(event)}.`)
}

function wordsOf(event: HistoryEvent): string {
  if (event.event === 'reset')
    return `Agent state reset to idle by user (previous flow/status: ${event.flow ?? 'none'}/${event.status ?? 'none'})`
  const run = `Run ${event.runId}`
  const flow = `(${event.flow})`
  switch (event.event) {
    case 'queued':
      return `${run} queued ${flow}${aboutWords(event.flow, event.about)}`
    case 'started':
    case 'canceled':
      return `${run} ${event.event} ${flow}`
    case 'succeeded':
      return `${run} succeeded ${flow}; ${doneWords(event)}`
    case 'failed':
      return `${run} failed ${flow}; reason=${event.reason}; see logs at ${event.logs}`
    case 'rejected':
      return `${run} failed ${flow}; supervisor rejected payload: ${shortReason(event.why)}`
  }
}

function aboutWords(flow: string, about: string | null): string {
  const said = about === null ? '' : shortReason(about)
  if (said === '') return ''
  if (flow === 'review') return ` for ${said}`
  return flow === 'research' ? ` topic "${said}"` : ` on branch ${said}`
}

function doneWords({
  flow,
  checked,
  tests,
  outcome = nothingReported,
}: HistoryEvent & { event: 'succeeded' }): string {
  const { findings, overall, sources } = outcome
  if (flow === 'review')
    return `findings blocking/warn/info: ${findings.blocking}/${findings.warn}/${findings.info}; overall=${overall ?? 'none'}`
  return flow === 'research'
    ? `${countOf(sources, 'source')} captured`
    : `checked ${countOf(checked, 'item')}; tests: ${tests}`
}

/** One line of at most 200 characters without a final period. */
const shortReason = (text: string): string => cutAtWord(inert(text), SHORT_CHARS).replace(/[.\s]+$/, '')

type Ended = Pick<
  RunResult,
  | 'runId'
  | 'flow'
  | 'status'
  | 'ending'
  | 'reason'
  | 'rejection'
  | 'summary'
  | 'endedAt'
  | 'logPath'
  | 'verify'
>

/** The History event for the result of a run. `checked` is the number of boxes that it ticks. */
export function endOfRun(result: Ended, outcome: Outcome, checked: number): HistoryEvent {
  const { runId, flow, status, endedAt: at, verify } = result
  const run = { at, runId, flow }
  if (status === 'canceled') return { ...run, event: 'canceled' }
  if (status === 'failed') return { ...run, ...failureOf(result) }
  const tests = verify === null ? 'not run' : verify.passed ? 'pass' : 'fail'
  return { ...run, event: 'succeeded', checked, tests, outcome }
}

type Failure =
  | { readonly event: 'rejected'; readonly why: string }
  | { readonly event: 'failed'; readonly reason: FailureWord; readonly logs: string }

/** A run that never started was rejected. An agent that refused its flags did start, and exited. */
function failureOf({ reason, ending, rejection, summary, logPath: logs }: Ended): Failure {
  if (ending.kind === 'never-started') return { event: 'rejected', why: rejection ?? summary }
  const word = toSupervisor(inTable(reason), ending)
  return { event: 'failed', reason: word === 'launch' ? 'exit' : word, logs }
}
