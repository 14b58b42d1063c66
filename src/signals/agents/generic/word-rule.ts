/**
 * A rule that reads one word, name or sentence of an unknown program. All lists of such rules have this shape, so
 * that one test runs all their examples and one page lists them.
 */
export type WordRule<Means> = {
  readonly id: string
  /** What the reader concludes. The diagnosis decides which reason follows. */
  readonly means: Means
  readonly sentence: string
  readonly says: RegExp
  /**
   * Lower-case words. The rule can match only a text that contains one of them. This avoids compiling expressions
   * that are never needed.
   */
  readonly cues?: readonly string[]
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** The first rule of a list that matches the text. */
export function ruleFor<Means>(rules: readonly WordRule<Means>[], text: string): WordRule<Means> | undefined {
  const lower = rules.some(({ cues }) => cues !== undefined) ? text.toLowerCase() : ''
  return rules.find(
    ({ says, cues }) => (cues === undefined || cues.some((cue) => lower.includes(cue))) && says.test(text),
  )
}
