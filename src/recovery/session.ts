import { failureOf, reasonThatCounts, type RunRecord } from '../record/run.ts'
import { fixedColumnsOf, policyFor, type PolicyOverrides } from './policy.ts'
import { DAY_MS } from '../record/duration.ts'

/** The session that the last run left. */
export type Session = {
  readonly sessionId: string
  /** A resumed session would fail in the same way again. */
  readonly isPoisoned: boolean
  /** Can this agent resume sessions? */
  readonly canResume: boolean
}

/** Providers delete old sessions, and the files change: what the session knows is no longer true. */
const STALE_AFTER_MS = DAY_MS

/**
 * Judges the session that the last run of a task left or should have resumed. `runs` is ordered oldest first. Null:
 * there is none.
 */
export function sessionOf(
  runs: readonly RunRecord[],
  {
    canResume,
    now,
    overrides,
  }: { readonly canResume: boolean; readonly now: Date; readonly overrides: PolicyOverrides },
): Session | null {
  const at = lastWithSession(runs, overrides)
  const run = runs[at]
  if (run === undefined || run.sessionId === null) return null
  const isPoisoned = whyPoisoned(run, { before: runs[at - 1], now }) !== null
  return { sessionId: run.sessionId, isPoisoned, canResume }
}

/** Why the session of a run must not be resumed, as the end of "it …". Null if it can be resumed. */
export function whyPoisoned(
  run: RunRecord,
  { before, now }: { readonly before: RunRecord | undefined; readonly now: Date },
): string | null {
  const poison = poisonIn(run)
  if (poison !== null) return `ended in ${poison}, and would end there again if resumed`
  if (isStale(run, now)) return 'is older than a day'
  return isStuck(run, before) ? 'was already resumed, with the same result and no changes' : null
}

/** A run that was lost before the first output of its worker did not do its work. The run before it decides. */
function lastWithSession(runs: readonly RunRecord[], overrides: PolicyOverrides): number {
  const last = runs.length - 1
  const at = runs.findLastIndex((run) => !isLostAtStart(run))
  return at === last || callsForResume(runs[at], overrides) ? at : last
}

const isLostAtStart = ({ ending, sessionId }: RunRecord): boolean =>
  ending?.kind === 'lost' && sessionId === null

function callsForResume(run: RunRecord | undefined, overrides: PolicyOverrides): boolean {
  const reason = run === undefined ? null : failureOf(run)
  return reason !== null && policyFor(reason, overrides).plan === 'resume'
}

/**
 * A second reason besides the verdict counts too: for example, a run stopped at its time limit while its context was
 * full.
 */
const poisonIn = (run: RunRecord): string | null =>
  [reasonThatCounts(run), ...(run.diagnosis?.alternatives ?? []).map(({ reason }) => reason)].find(
    (reason) => reason !== null && fixedColumnsOf(reason).session === 'poisoned',
  ) ?? null

const isStale = (run: RunRecord, now: Date): boolean =>
  now.getTime() - Date.parse(run.endedAt ?? run.startedAt) > STALE_AFTER_MS

/** The session was already resumed, with the same result and no changes. */
const isStuck = (run: RunRecord, before: RunRecord | undefined): boolean =>
  before !== undefined &&
  before.sessionId === run.sessionId &&
  reasonThatCounts(before) === reasonThatCounts(run) &&
  (run.changedFiles ?? []).length === 0
