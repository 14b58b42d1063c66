import type { Detail, What } from '../signal.ts'

/**
 * The most files or tests that a finding names. All of them are kept, so that two runs can be compared. Only a few
 * are displayed.
 */
export const MOST_NAMES = 200

/** The result that a line reports. `message` is the line itself, unless there is a shorter text. */
export type Finding = {
  readonly what: What
  readonly message?: string
  readonly detail?: Omit<Detail, 'by'>
  /** Stands only if the same tool reports nothing more. The next finding replaces it. */
  readonly tentative?: true
  /** Says more than the tentative finding before it, but the line of that finding stays the proof. */
  readonly inPlace?: true
  /** A verdict on the work of other tools. It counts only if those did not report the result. */
  readonly secondhand?: true
}

/**
 * Reads the output of one build, test or install tool. It receives only the lines that match its `cue`, in order and
 * without colours. It returns what the line says, or null. The closure of `open` holds the state.
 */
export type ToolReader = {
  readonly name: string
  readonly title: string
  readonly cue: RegExp
  /** Lines of more than 2,000 characters are data. Only a tool that writes such lines receives them. */
  readonly longLines?: true
  readonly open: () => {
    readonly line: (line: string) => Finding | null
    /**
     * The result that depends on the whole output. It replaces a tentative finding. Else its place is the last line
     * that was received.
     */
    readonly end?: () => Finding | null
  }
}
