/**
 * A rule that reads one word, name or sentence of a program that nobody knows. All lists of such rules have this shape,
 * so that one test runs all their examples and one page lists them.
 */
export type WordRule<Means> = {
  readonly id: string
  /** What follows for the reader. Which reason follows is the diagnosis' business. */
  readonly means: Means
  readonly sentence: string
  readonly says: RegExp
  /** Words, in lower case, without any of which it cannot match: making an expression is dear, and most are never needed. */
  readonly cues?: readonly string[]
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** The first rule of a list that reads the text. */
export function ruleFor<Means>(rules: readonly WordRule<Means>[], text: string): WordRule<Means> | undefined {
  const lower = rules.some(({ cues }) => cues !== undefined) ? text.toLowerCase() : ''
  return rules.find(
    ({ says, cues }) => (cues === undefined || cues.some((cue) => lower.includes(cue))) && says.test(text),
  )
}
