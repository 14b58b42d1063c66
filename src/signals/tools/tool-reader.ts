import type { Detail, What } from '../signal.ts'

/** What a tool's line says. `message` is the line itself unless something shorter says it better. */
export type Finding = {
  readonly what: What
  readonly message?: string
  readonly detail?: Omit<Detail, 'by'>
}

/**
 * Reads what one build, test or install tool prints. It is shown, in order, only the lines that match its
 * `cue`, stripped of colours; it answers with what the line says, or null. State lives in `open`'s closure.
 */
export type ToolReader = {
  readonly name: string
  readonly title: string
  readonly cue: RegExp
  readonly open: () => {
    readonly line: (line: string) => Finding | null
    /** What can only be said when everything was seen. It stands at the last line that was shown. */
    readonly end?: () => Finding | null
  }
}
