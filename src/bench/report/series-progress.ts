import { isDone, type AttemptRecord } from '../attempt-record.ts'
import type { SeriesProgress } from './report-schema.ts'

/** `asked` is the number of requested attempts. Null if it is unknown. */
export function progressOf(records: readonly AttemptRecord[], asked: number | null): SeriesProgress {
  const done = records.filter(isDone)
  return {
    attempts: done.length,
    passed: done.filter(({ passed }) => passed).length,
    left: asked === null ? null : Math.max(0, asked - done.length),
    canceled: records.length - done.length,
  }
}
