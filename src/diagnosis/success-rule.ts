import type { Example } from './rule.ts'

export type SuccessRule = {
  readonly id: string
  readonly sentence: string
  readonly says: RegExp
  readonly not?: RegExp
  /** Only where an agent, or a loop around one, speaks. Without it any program may say so. */
  readonly ofAgents?: boolean
  /** Not in a line of a log: there it tells of one step. */
  readonly unlogged?: boolean
  /** Only where no agent speaks and no line of the output reports an error. */
  readonly clean?: true
  /** The line must be among the last so many that speak. */
  readonly within: number
  readonly yes: readonly Example[]
  readonly no: readonly Example[]
}

/** Conditions, plans, denials and halves. */
export const NO_REPORT: RegExp =
  /\b(?:not|never|no longer|isn't|aren't|wasn't|weren't|hasn't|haven't|n't|cannot|unless|until|if|when|whenever|once|before|whether|will|would|should|could|must|may|might|can|to be|needs?|incomplete|unable|partial(?:ly)?|almost|nearly|half|fail(?:ed|s|ing|ure)?|remain(?:s|ing)?|next|in[ _]progress|pending|[1-9]?\d%)\b|\b(?<some>\d{1,6}) ?\/ ?(?!\k<some>\b)\d{1,6}\b/i
