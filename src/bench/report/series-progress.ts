import { isDone, type AttemptRecord } from '../attempt-record.ts'

/** The progress of a series. The last line of a run and the report show these numbers. */
export type SeriesProgress = {
  /** The attempts that are done. Of a repeated attempt only the last one counts. */
  readonly attempts: number
  readonly passed: number
  /**
   * Attempts that are still to be made, canceled ones included. Null if the number of requested attempts is unknown.
   */
  readonly left: number | null
  /** Canceled attempts. They are repeated and count neither as done nor as failed. */
  readonly canceled: number
}

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
