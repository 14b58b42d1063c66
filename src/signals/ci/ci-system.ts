/** How a step, a job or a whole run ended, in the words of the system that ran it. */
export type CiOutcome = 'failed' | 'timed-out' | 'canceled' | 'passed'

/** What a line of a CI log is, once its prefix is gone. */
export type CiLine = {
  /** The job and the step, where the line itself names them. Null is "not named here". */
  readonly job: string | null
  readonly step: string | null
  /** How many characters stand before the text. */
  readonly prefix: number
  readonly is: CiRole
}

export type CiRole =
  /** A job begins. Where the one before it is over, the log holds several jobs one after another. */
  | { readonly kind: 'job-start' }
  /** A line that the program in the step printed. */
  | { readonly kind: 'text' }
  /** The system's own line: a group, the echo of a script, a setting. It says nothing about the program. */
  | { readonly kind: 'aside' }
  /** A step begins, and the one before it is over. `counts` is false for cleanup and captured service logs. */
  | { readonly kind: 'step'; readonly name: string; readonly counts: boolean }
  /** How the step ended. An `annotated` failure is only an annotation: it counts if nothing ordinary follows. */
  | {
      readonly kind: 'step-end'
      readonly outcome: CiOutcome
      readonly exitCode: number | null
      readonly annotated?: true
    }
  /** How the job ended, in the system's own words. They overrule what its steps said. */
  | {
      readonly kind: 'job-end'
      readonly outcome: CiOutcome
      readonly exitCode: number | null
      /** The line also says why. */
      readonly tells?: true
    }
  /** The log of the job is complete. It passed if none of its steps failed. */
  | { readonly kind: 'clean-end' }

export const TEXT: CiRole = { kind: 'text' }
export const ASIDE: CiRole = { kind: 'aside' }

/** Reads the lines of one CI system, in order. State lives in `open`'s closure. */
export type CiSystem = {
  readonly name: string
  readonly title: string
  /** Is this a log of the system? Asked of its first lines, and of its last ones where the first do not tell. */
  readonly recognises: (lines: readonly string[]) => boolean
  /** `plain` is the line without colours and the like. It has the same prefix as the raw one. */
  readonly open: () => (plain: string) => CiLine
}

/** So many of the lines have this form. */
export function share(lines: readonly string[], form: RegExp): number {
  if (lines.length === 0) return 0
  return lines.filter((line) => form.test(line)).length / lines.length
}
