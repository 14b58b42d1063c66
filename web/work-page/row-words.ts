/** The state of a row as the list shows it, and its last words or why it waits: the words of `mayday queue`. */
import type { BoardRow } from '../../src/views/board-row.ts'
import type { Need } from '../../src/views/needs.ts'
import { failedWords, type Briefs } from '../reasons.ts'
import { plainSummary, withoutRules } from '../run/plain-words.ts'
import { stageName } from '../run/verdict-words.ts'
import { duration, money, retryWords, waitWords } from '../words.ts'

/** Longer than an agent usually thinks. */
const QUIET_MS = 120_000

export type Spoken = {
  /** For the mark: a running task that retries or is quiet is shown as that. */
  readonly status: string
  /** In bold before the words. */
  readonly lead: string | null
  readonly words: string
  /** What the agent said, as a machine prints it. */
  readonly isMachine: boolean
}

export type RowFacts = {
  readonly hasScheduler: boolean
  /** Why a task needs a person, has failed or was given up, in plain words; null for all others. */
  readonly why: string | null
}

/**
 * The reason first, in few words: it is not cut off where the page is narrow. A skipped task says so before the reason
 * of its last run.
 */
export const whyOf = (
  { task, status, reason, summary }: BoardRow,
  needs: readonly Need[],
  briefs: Briefs,
): string | null => {
  if (status === 'escalated' && reason === null) return needs.find((need) => need.task === task)?.why ?? null
  if (status === 'failed' || status === 'escalated')
    return failedWords(briefs.get(reason ?? 'UNKNOWN'), summary)
  if ((status === 'skipped' || status === 'canceled') && reason !== null)
    return `${status} · ${failedWords(briefs.get(reason), summary)}`
  return null
}

export function spokenOf(row: BoardRow, nowMs: number, { hasScheduler, why }: RowFacts): Spoken {
  const { status, live, waiting, summary, lastActivityAt } = row
  if (live !== null && status === 'running') {
    const quietMs = nowMs - Date.parse(lastActivityAt)
    if (live.retrying !== null) {
      const { nextAt, ...retry } = live.retrying
      const nextMs = nextAt === null ? null : Date.parse(nextAt) - nowMs
      return {
        status: 'retrying',
        lead: 'Retrying',
        words: retryWords(retry, nextMs).replace(/^retrying /, ''),
        isMachine: false,
      }
    }
    if (quietMs > QUIET_MS)
      return {
        status: 'quiet',
        lead: `Quiet for ${duration(Math.floor(quietMs / 60_000) * 60_000)}`,
        words: withoutRules(live.doing ?? ''),
        isMachine: true,
      }
    return {
      status,
      lead: null,
      words: withoutRules(live.doing ?? (live.stage === null ? 'starting' : firstWords(live.stage))),
      isMachine: live.doing !== null,
    }
  }
  // Claimed, and its run has not begun.
  if (status === 'running') return { status, lead: null, words: 'starting', isMachine: false }
  if (why !== null) return { status, lead: null, words: withoutRules(why), isMachine: false }
  if (waiting !== null)
    return {
      status,
      lead: null,
      words: withoutCode(withoutTitle(waitWords(waiting, nowMs, hasScheduler), row.title), row.reason),
      isMachine: false,
    }
  return { status, lead: null, words: plainSummary(summary ?? ''), isMachine: false }
}

/** Of a stage that has printed nothing. */
const firstWords = (stage: string): string =>
  stage === 'agent_run' ? 'has said nothing yet' : `${stageName(stage)}: nothing printed yet`

/** Running: since when. Waiting: when it goes on. Over: how long it took. */
export function timeOf({ status, startedAt, durationMs, waiting }: BoardRow, nowMs: number): string {
  if (status === 'running' && startedAt !== null) return roughly(nowMs - Date.parse(startedAt))
  if (waiting?.until !== null && waiting?.until !== undefined) {
    const at = new Date(waiting.until)
    return `at ${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  }
  return durationMs === null ? '' : roughly(durationMs)
}

/** So far, while it runs. */
export function costOf({ live, costUsd }: BoardRow): string {
  const cost = live?.costUsd ?? costUsd
  return cost === null ? '' : money(cost)
}

const roughly = (ms: number): string =>
  ms < 60_000
    ? `${Math.max(0, Math.round(ms / 1000))} s`
    : ms < 3_600_000
      ? `${Math.floor(ms / 60_000)} min`
      : `${Math.floor(ms / 3_600_000)} h ${Math.floor(ms / 60_000) % 60} min`

/** The cause of an escalation begins with the title, which the row shows already. */
const withoutTitle = (words: string, title: string): string =>
  words.startsWith(`${title}: `) ? words.slice(title.length + 2) : words

/** So does the code that follows the words. */
const withoutCode = (words: string, code: string | null): string =>
  code !== null && words.startsWith(code)
    ? words
        .slice(code.length)
        .replace(/^[:,] /, '')
        .replace(/^and /, '')
    : words
