/** What Mayday could not do: a stable `code`, and a message that names the thing and the next step. */
export class MaydayError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** A word outside a closed list: a stage, a dialect, a reason. */
export class UnknownWordError extends MaydayError {
  constructor(what: string, received: string, known: readonly string[]) {
    super('UNKNOWN_WORD', `Unknown ${what}: '${received}'. Known: ${known.join(', ')}.`)
  }
}

/** A file or folder that cannot be read as the output of a run. */
export class UnreadableInputError extends MaydayError {
  constructor(message: string, options?: ErrorOptions) {
    super('UNREADABLE_INPUT', message, options)
  }
}

/** A command line that does not say what to do. */
export class UsageError extends MaydayError {
  constructor(message: string) {
    super('USAGE', message)
  }
}
