/**
 * Keeps apart, in plain text, what is said from what is only shown: code blocks and diffs. Nothing is ever
 * matched inside them: a repository about rate limits prints "rate limit" on every page.
 */

import type { Encoding } from './bytes/encoding.ts'

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

/** For each line: is it only shown? */
export function hiddenLines(lines: readonly string[]): readonly boolean[] {
  const hidden = Array.from(lines, () => false)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end = OPENS.test(line) ? endOfBlock(lines, at) : DIFF_START.test(line) ? endOfDiff(lines, at) : at
    if (end > at) {
      hidden.fill(true, at, end)
      at = end - 1
    }
  }
  return hidden
}

/** The line after the closing fence; the opening line itself where there is none. */
function endOfBlock(lines: readonly string[], start: number): number {
  const most = Math.min(lines.length, start + LONGEST_BLOCK)
  for (let at = start + 1; at < most; at += 1) if (CLOSES.test(lines[at] ?? '')) return at + 1
  return start
}

function endOfDiff(lines: readonly string[], start: number): number {
  let at = start + 1
  while (at < lines.length && DIFF_BODY.test(lines[at] ?? '')) at += 1
  return at
}
