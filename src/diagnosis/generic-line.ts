/** A line that says that something failed, but not what. */
export type GenericLine = {
  readonly id: string
  readonly sentence: string
  readonly form: RegExp
  /** On which side of the line the tool says more. */
  readonly cause: 'below' | 'above'
  /** So many lines below it belong to it. */
  readonly lines?: number
  readonly yes: readonly string[]
  readonly no: readonly string[]
}
