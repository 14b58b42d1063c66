/** What is being read: a JSON record or a line of text. */
export type Item = {
  readonly raw: string
  readonly offset: number
  readonly line: number
  readonly before?: string
  /** Where the output is compared with good runs: since which one the line is new, or null where it is not. */
  readonly newSince?: string | null
}
