import type { Detail, What } from '../signal.ts'

/** Files or tests that a finding names at most. All of them are kept, so that two runs can be compared; few are shown. */
export const MOST_NAMES = 200

/** What a tool's line says. `message` is the line itself unless something shorter says it better. */
export type Finding = {
  readonly what: What
  readonly message?: string
  readonly detail?: Omit<Detail, 'by'>
  /** Stands only if the same tool says nothing more: the next finding takes its place. */
  readonly tentative?: true
  /** Says more than the tentative finding before it, whose line is still the better proof. */
  readonly inPlace?: true
  /** A verdict over other tools' work, which counts only where those did not already say so themselves. */
  readonly secondhand?: true
}

/**
 * Reads what one build, test or install tool prints. It is shown, in order, only the lines that match its
 * `cue`, stripped of colours; it answers with what the line says, or null. State lives in `open`'s closure.
 */
export type ToolReader = {
  readonly name: string
  readonly title: string
  readonly cue: RegExp
  /** Lines of more than 2,000 characters are data; only a tool that writes such lines wants to see them. */
  readonly longLines?: true
  readonly open: () => {
    readonly line: (line: string) => Finding | null
    /**
     * What can only be said when everything was seen. It takes the place of a tentative finding, and else
     * stands at the last line that was shown.
     */
    readonly end?: () => Finding | null
  }
}
