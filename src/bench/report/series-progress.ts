import { isDone, type AttemptRecord } from '../attempt-record.ts'

/** How far a series has come. The line that a run ends with and the report both tell these numbers. */
export type SeriesProgress = {
  /** The attempts that are done, of which only the last counts where one was made again. */
  readonly attempts: number
  readonly passed: number
  /** Attempts that are still to be made, canceled ones included; null where nobody knows how many were asked for. */
  readonly left: number | null
  /** Attempts that were canceled. They are made again and count neither as done nor as failed. */
  readonly canceled: number
}

/** `asked` is the number of attempts that the series was begun for; null where it is not known. */
export function progressOf(records: readonly AttemptRecord[], asked: number | null): SeriesProgress {
  const done = records.filter(isDone)
  return {
    attempts: done.length,
    passed: done.filter(({ passed }) => passed).length,
    left: asked === null ? null : Math.max(0, asked - done.length),
    canceled: records.length - done.length,
  }
}
