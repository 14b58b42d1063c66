import { reasonThatCounts, type RunRecord } from '../record/run.ts'
import { policyFor, rowOf } from './policy.ts'

/** The session that the last run left behind. */
export type Session = {
  readonly sessionId: string
  /** Whoever resumes it meets the same trouble again. */
  readonly isPoisoned: boolean
  /** Does this agent resume sessions at all? */
  readonly canResume: boolean
}

/** Providers forget, and so does the tree: what the session knows of it is no longer true. */
const STALE_AFTER_MS = 24 * 3_600_000

/** Judges the session that the last of a task's runs, oldest first, left or was to go on with. Null: there is none. */
export function sessionOf(
  runs: readonly RunRecord[],
  { canResume, now }: { readonly canResume: boolean; readonly now: Date },
): Session | null {
  const at = lastWithSession(runs)
  const run = runs[at]
  if (run === undefined || run.sessionId === null) return null
  const isPoisoned = whyPoisoned(run, { before: runs[at - 1], now }) !== null
  return { sessionId: run.sessionId, isPoisoned, canResume }
}

/** Why the session of a run is not to be resumed, as the end of "it …"; null where it is healthy. */
export function whyPoisoned(
  run: RunRecord,
  { before, now }: { readonly before: RunRecord | undefined; readonly now: Date },
): string | null {
  const poison = poisonIn(run)
  if (poison !== null) return `ended in ${poison}, and resumed it would end there again`
  if (isStale(run, now)) return 'is older than a day'
  return isStuck(run, before) ? 'was resumed already, which ended the same way and changed nothing' : null
}

/** A run that was lost before its worker said a word was to do what the one before it called for, and has not. */
function lastWithSession(runs: readonly RunRecord[]): number {
  const last = runs.length - 1
  const at = runs.findLastIndex((run) => !isLostAtStart(run))
  return at === last || callsForResume(runs[at]) ? at : last
}

const isLostAtStart = ({ ending, sessionId }: RunRecord): boolean =>
  ending?.kind === 'lost' && sessionId === null

const callsForResume = (run: RunRecord | undefined): boolean =>
  run !== undefined && policyFor(reasonThatCounts(run) ?? 'UNKNOWN').plan === 'resume'

/** A reason beside the verdict poisons too: a run stopped at its limit while its context was full. */
const poisonIn = (run: RunRecord): string | null =>
  [reasonThatCounts(run), ...(run.diagnosis?.alternatives ?? []).map(({ reason }) => reason)].find(
    (reason) => reason !== null && rowOf(reason).session === 'poisoned',
  ) ?? null

const isStale = (run: RunRecord, now: Date): boolean =>
  now.getTime() - Date.parse(run.endedAt ?? run.startedAt) > STALE_AFTER_MS

/** It was resumed already, and that ended the same way and changed nothing. */
const isStuck = (run: RunRecord, before: RunRecord | undefined): boolean =>
  before !== undefined &&
  before.sessionId === run.sessionId &&
  reasonThatCounts(before) === reasonThatCounts(run) &&
  (run.changedFiles ?? []).length === 0
