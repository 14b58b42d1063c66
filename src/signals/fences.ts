/**
 * Keeps apart, in plain text, what is said from what is only shown: code blocks and diffs. Nothing is ever
 * matched inside them: a repository about rate limits prints "rate limit" on every page.
 */

import type { Encoding } from './bytes/encoding.ts'
import type { Steps } from './turns.ts'

/** Longer or deeper rows of tildes underline something: compilers, Python and PowerShell do it. */
const OPENS = /^\s*```|^ {0,3}~~~(?: ?[\w+-]+)?$/
const CLOSES = /^\s*```\s*$|^ {0,3}~~~$/
const DIFF_START = /^(?:diff --git |--- a\/|Index: |@@ -\d)/
const DIFF_BODY =
  /^(?:[-+ @\\]|index |new file|deleted file|similarity|rename |old mode|new mode|Binary files|diff --git |$)/

/** A block that is not closed within this many lines was cut off, and must not hide the end of a log. */
const LONGEST_BLOCK = 400

/** Every opening has one of these, so that bytes without them need no second look. */
const CUES = ['```', '~~~', 'diff --git ', '--- a/', 'Index: ', '@@ -']

/** Could any line of these bytes open a block or a diff? */
export const mayHide = (bytes: Buffer, encoding: Encoding): boolean =>
  CUES.some((cue) => bytes.indexOf(encoding.encode(cue)) >= 0)

const LINES_PER_STEP = 1000

/** Lines `from` up to, not including, `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Which lines are only shown, as ranges in their order: a log may have more lines than memory likes. */
export function* hiddenRanges(lines: Iterable<string>): Steps<readonly Range[]> {
  const ranges: Range[] = []
  /** Openings that no closing has come for yet. */
  let openings: number[] = []
  let diffFrom = -1
  let at = 0
  for (const line of lines) {
    if (diffFrom >= 0 && !DIFF_BODY.test(line)) {
      ranges.push({ from: diffFrom, to: at })
      diffFrom = -1
    }
    if (diffFrom < 0 && DIFF_START.test(line)) diffFrom = at
    while (openings[0] !== undefined && at - openings[0] >= LONGEST_BLOCK) openings.shift()
    const [from] = openings
    if (from !== undefined && CLOSES.test(line)) {
      ranges.push({ from, to: at + 1 })
      openings = []
    } else if (OPENS.test(line)) openings.push(at)
    at += 1
    if (at % LINES_PER_STEP === 0) yield
  }
  if (diffFrom >= 0) ranges.push({ from: diffFrom, to: at })
  return ranges.toSorted((a, b) => a.from - b.from)
}
