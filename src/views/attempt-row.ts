/** One attempt next to the others, so that a loop is visible. */
import * as v from 'valibot'
import { reasonThatCounts, runRecordSchema, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { Shape } from '../record/schema.ts'
import type { LessonRecord } from '../record/task-story.ts'
import { described } from './view.ts'

const {
  run,
  attempt,
  status,
  reason,
  circular,
  changedFiles,
  startedAt,
  durationMs,
  turns,
  costUsd,
  tokens,
} = runRecordSchema.entries

export const attemptRowSchema = v.object({
  run,
  attempt,
  status: described(status, 'after a correction'),
  reason: described(reason, 'after a correction'),
  circular,
  approach: described(v.nullable(v.string()), 'what it tried: `attempted` of its lesson, else its summary'),
  files: described(changedFiles, 'the files that it changed; null if they could not be measured'),
  fingerprint: described(v.nullable(v.string()), 'of its lesson: equal for equal failures'),
  startedAt,
  durationMs,
  turns,
  costUsd,
  tokens,
})

export type AttemptRow = Shape<typeof attemptRowSchema>

export function attemptRow(record: RunRecord, lessons: readonly LessonRecord[]): AttemptRow {
  const lesson = lessons.find(({ runId }) => runId === record.runId)
  return {
    run: record.run,
    attempt: record.attempt,
    status: statusThatCounts(record),
    reason: reasonThatCounts(record),
    circular: record.circular,
    approach: lesson?.attempted ?? (record.summary === '' ? null : record.summary),
    files: record.changedFiles,
    fingerprint: lesson?.fingerprint ?? null,
    startedAt: record.startedAt,
    durationMs: record.durationMs,
    turns: record.turns,
    costUsd: record.costUsd,
    tokens: record.tokens,
  }
}
