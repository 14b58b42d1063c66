/**
 * Counts the cost of reading, in bytes or characters that were visited. Tests compare an input with one twice as
 * long: time depends on the machine, work does not. Each call counts once, so the counting itself is almost free.
 */
export const work = {
  /** Passed to `JSON.parse`. */
  parsed: 0,
  /** Throws of `JSON.parse`. */
  throws: 0,
  /** Scanned for JSON over several lines. */
  scanned: 0,
  /** Searched for line ends and braces, or counted. */
  searched: 0,
  /** Decoded into text. */
  decoded: 0,
  /** Searched for the place of a signal. */
  located: 0,
  /** Read by the readers of plain text, one for each line and character. */
  shown: 0,
}
