/** How a step, a job or a whole run ended, as the system reports it. */
export type CiOutcome = 'failed' | 'timed-out' | 'canceled' | 'passed'

/** The meaning of a line of a CI log, without its prefix. */
export type CiLine = {
  /** The job and the step, if the line names them. Null means "not named here". */
  readonly job: string | null
  readonly step: string | null
  /** The number of characters before the text. */
  readonly prefix: number
  readonly is: CiRole
}

export type CiRole =
  /** A job begins. If the previous one is over, the log contains several jobs one after another. */
  | { readonly kind: 'job-start' }
  /** Output of the program in the step. */
  | { readonly kind: 'text' }
  /** A line of the system itself: a group, the echo of a script, a setting. It says nothing about the program. */
  | { readonly kind: 'aside' }
  /** A step begins, and the previous one is over. `counts` is false for cleanup and captured service logs. */
  | { readonly kind: 'step'; readonly name: string; readonly counts: boolean }
  /** The result of the step. An `annotated` failure is only an annotation. It counts if no ordinary line follows. */
  | {
      readonly kind: 'step-end'
      readonly outcome: CiOutcome
      readonly exitCode: number | null
      readonly annotated?: true
    }
  /** The result of the job, as the system reports it. It overrides the results of the steps. */
  | {
      readonly kind: 'job-end'
      readonly outcome: CiOutcome
      readonly exitCode: number | null
      /** The line also names the cause. */
      readonly tells?: true
    }
  /** The log of the job is complete. It passed if none of its steps failed. */
  | { readonly kind: 'clean-end' }

export const TEXT: CiRole = { kind: 'text' }
export const ASIDE: CiRole = { kind: 'aside' }

/** Reads the lines of one CI system, in order. The closure of `open` holds the state. */
export type CiSystem = {
  readonly name: string
  readonly title: string
  /** Is this a log of the system? Called with the first lines, and with the last ones if the first are not enough. */
  readonly recognises: (lines: readonly string[]) => boolean
  /** `plain` is the line without colours and other escapes. It has the same prefix as the raw line. */
  readonly open: () => (plain: string) => CiLine
}

/** The number of lines that match. */
export function share(lines: readonly string[], form: RegExp): number {
  if (lines.length === 0) return 0
  return lines.filter((line) => form.test(line)).length / lines.length
}
