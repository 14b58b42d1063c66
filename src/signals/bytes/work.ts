import { copying } from '../../secrets/growing-bytes.ts'

/**
 * Counts what reading costs, in bytes or characters that were looked at. Tests compare the counts of an input and of
 * one twice as long: time depends on the machine, work does not. Each call counts once, so counting costs nothing.
 */
export const work = {
  /** Given to `JSON.parse`. */
  parsed: 0,
  /** Times that `JSON.parse` threw. */
  throws: 0,
  /** Followed by the scanner for JSON over several lines. */
  scanned: 0,
  /** Searched for line ends and braces, or counted. */
  searched: 0,
  /** Decoded into text. */
  decoded: 0,
  /** Searched for the place of a signal. */
  located: 0,
  /** Shown to the readers of plain text, one for each line and character. */
  shown: 0,
}

export const totalWork = (): number =>
  Object.entries(work).reduce(
    (sum, [name, count]) => sum + (name === 'throws' ? 4096 * count : count),
    copying.bytes,
  )
