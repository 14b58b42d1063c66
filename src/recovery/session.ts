import { reasonThatCounts, type RunRecord } from '../record/run.ts'

/** The session that the last run left behind. */
export type Session = {
  readonly sessionId: string
  /** Whoever resumes it meets the same trouble again. */
  readonly isPoisoned: boolean
  /** Does this agent resume sessions at all? */
  readonly canResume: boolean
}

/** Ended inside the conversation itself: resumed, it would end there again. */
const POISONING: ReadonlySet<string> = new Set([
  'CONTEXT_EXHAUSTED',
  'LLM_ERROR',
  'REFUSED',
  'CIRCULAR_FIX',
  // The agent does not know the session any more.
  'LAUNCH_REJECTED',
])

/** Providers forget, and so does the tree: what the session knows of it is no longer true. */
const STALE_AFTER_MS = 24 * 3_600_000

/** Judges the session of the last of a task's runs, oldest first. Null where it left none. */
export function sessionOf(
  runs: readonly RunRecord[],
  { canResume, now }: { readonly canResume: boolean; readonly now: Date },
): Session | null {
  const run = runs.at(-1)
  if (run === undefined || run.sessionId === null) return null
  const isPoisoned = isErrored(run) || isStale(run, now) || isStuck(run, runs.at(-2))
  return { sessionId: run.sessionId, isPoisoned, canResume }
}

/** A reason beside the verdict poisons too: a run stopped at its limit while its context was full. */
const isErrored = (run: RunRecord): boolean =>
  [reasonThatCounts(run), ...(run.diagnosis?.alternatives ?? []).map(({ reason }) => reason)].some(
    (reason) => reason !== null && POISONING.has(reason),
  )

const isStale = (run: RunRecord, now: Date): boolean =>
  now.getTime() - Date.parse(run.endedAt ?? run.startedAt) > STALE_AFTER_MS

/** It was resumed already, and that ended the same way and changed nothing. */
const isStuck = (run: RunRecord, before: RunRecord | undefined): boolean =>
  before !== undefined &&
  before.sessionId === run.sessionId &&
  reasonThatCounts(before) === reasonThatCounts(run) &&
  (run.changedFiles ?? []).length === 0
