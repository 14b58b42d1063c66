/**
 * What a person reads when Mayday cannot continue automatically. One cause has one key, no matter how many tasks meet
 * it.
 */
import { reasonThatCounts, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import type { EscalationDetail, EscalationRecord, LessonRecord, NewEscalation } from '../record/task-story.ts'
import { isAttempt } from './budgets.ts'
import type { Cause } from './decided-plan.ts'
import type { PolicyOverrides } from './policy.ts'
import { DAY_MS, HOUR_MS } from '../record/duration.ts'

/** The commands to type, from a recorded escalation. */
export const actionsOf = ({ detail }: Pick<EscalationRecord, 'detail'>): readonly string[] =>
  detail.actions ?? []

/** The key of a question of an agent begins with this. The note of the acknowledgement is its answer. */
export const QUESTION = 'ask:'

export const isQuestion = ({ key }: Pick<EscalationRecord, 'key'>): boolean => key.startsWith(QUESTION)

/** The line that proves the cause. Null if no output does. */
export const provingLine = ({ detail }: Pick<EscalationRecord, 'detail'>): string | null =>
  detail.evidence?.[0]?.excerpt ?? null

/** Enough to understand the situation. The record has the rest. */
const MOST_TRIED = 10
const MOST_FILES = 50
const MOST_EVIDENCE = 3

/** Builds an escalation. `runs` are the runs of the task, oldest first. The last one caused the escalation. */
export function escalationFor({
  task,
  runs,
  lessons = [],
  cause: { key, cause, actions },
  at,
  overrides = {},
}: {
  readonly task: Pick<TaskRecord, 'task' | 'sinceRun'>
  readonly runs: readonly RunRecord[]
  readonly lessons?: readonly LessonRecord[]
  readonly cause: Cause
  readonly at: Date
  readonly overrides?: PolicyOverrides
}): NewEscalation {
  const last = runs.at(-1)
  const counting = runs.filter(({ run }) => run > task.sinceRun)
  const detail: EscalationDetail = {
    reason: last === undefined ? null : reasonThatCounts(last),
    evidence: evidenceOf(last),
    attempts: counting.filter((run) => isAttempt(run, overrides)).length,
    tried: counting.slice(-MOST_TRIED).map((run) => triedBy(run, lessons)),
    files: [...new Set(counting.flatMap(({ changedFiles }) => changedFiles ?? []))].slice(0, MOST_FILES),
    actions,
  }
  return { key, task: task.task, run: last?.run ?? null, cause, raisedAt: at.toISOString(), detail }
}

const evidenceOf = (run: RunRecord | undefined): EscalationDetail['evidence'] =>
  (run?.diagnosis?.evidence ?? [])
    .slice(0, MOST_EVIDENCE)
    .map(({ file, line, excerpt }) => ({ file, line, excerpt }))

const triedBy = (run: RunRecord, lessons: readonly LessonRecord[]): EscalationDetail['tried'][number] => ({
  run: run.run,
  attempted: lessons.find((lesson) => lesson.run === run.run)?.attempted ?? run.command,
  outcome: `${reasonThatCounts(run) ?? run.status}: ${run.summary}`,
})

/** When to remind a person who has not acknowledged it: soon enough to save the night, rarely enough to be read. */
const AGAIN_AFTER_MS = [HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS]

/** The time of the last reminder that was due at or before `at`. Null if the first one is still to come. */
function lastReminder(raisedAt: string, at: number): number | null {
  const sinceMs = at - Date.parse(raisedAt)
  const days = Math.floor(sinceMs / DAY_MS)
  const afterMs = days >= 1 ? days * DAY_MS : AGAIN_AFTER_MS.findLast((ms) => ms <= sinceMs)
  return afterMs === undefined ? null : Date.parse(raisedAt) + afterMs
}

/** Was a reminder due after the first time and not after the second? */
export function isRemindedBetween(raisedAt: string, after: number, until: number): boolean {
  const reminder = lastReminder(raisedAt, until)
  return reminder !== null && reminder > after
}

/** Is a reminder due: after 1 h, 4 h, 24 h, then every day? Never after a person has acknowledged it. */
export const isDueAgain = (
  { state, raisedAt, lastRaisedAt }: Pick<EscalationRecord, 'state' | 'raisedAt' | 'lastRaisedAt'>,
  now: Date,
): boolean => state === 'open' && isRemindedBetween(raisedAt, Date.parse(lastRaisedAt), now.getTime())
