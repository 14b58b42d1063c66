/** The JSON record or line of text that is being read. */
export type Item = {
  readonly raw: string
  readonly offset: number
  readonly line: number
  readonly before?: string
  /** Set if the output is compared with good runs: the run since which the line is new, or null if it is not new. */
  readonly newSince?: string | null
}
