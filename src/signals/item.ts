/** What is being read: a JSON record or a line of text. */
export type Item = {
  readonly raw: string
  readonly offset: number
  readonly line: number
  readonly before?: string
}
