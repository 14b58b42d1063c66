/**
 * Keeps apart, in plain text, what is said from what is only shown: code blocks and diffs. Nothing is ever
 * matched inside them: a repository about rate limits prints "rate limit" on every page.
 */
const CODE_FENCE = /^\s*(?:```|~~~)/
const DIFF_START = /^(?:diff --git |--- a\/|Index: |@@ -\d)/
const DIFF_BODY = /^(?:[-+ @\\]|index |new file|deleted file|similarity|rename |old mode|new mode|Binary files|diff --git |$)/

/** A fence nobody closed must not hide the end of a log. */
const LONGEST_FENCE = 400

export class Fences {
  #inside: 'code' | 'diff' | null = null
  #length = 0

  /** Is this line only shown? */
  hides(line: string): boolean {
    if (this.#inside !== null && ++this.#length > LONGEST_FENCE) this.#inside = null
    if (this.#inside === 'code') {
      if (CODE_FENCE.test(line)) this.#inside = null
      return true
    }
    if (this.#inside === 'diff' && DIFF_BODY.test(line)) return true
    this.#inside = CODE_FENCE.test(line) ? 'code' : DIFF_START.test(line) ? 'diff' : null
    this.#length = 0
    return this.#inside !== null
  }
}
