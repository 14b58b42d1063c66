import type { Example } from './rule.ts'

export type SuccessRule = {
  readonly id: string
  readonly sentence: string
  readonly says: RegExp
  readonly not?: RegExp
  /** Only in the output of an agent, or of a loop around one. Otherwise in any output. */
  readonly ofAgents?: boolean
  /** Not in a log line, because that is about one step. */
  readonly unlogged?: boolean
  /** Only if the output is not an agent's and no line reports an error. */
  readonly clean?: true
  /** The line must be among this many last statements. */
  readonly within: number
  readonly yes: readonly Example[]
  readonly no: readonly Example[]
}

/** Conditions, plans, denials and partial results. */
export const NO_REPORT: RegExp =
  /\b(?:not|never|no longer|isn't|aren't|wasn't|weren't|hasn't|haven't|n't|cannot|unless|until|if|when|whenever|once|before|whether|will|would|should|could|must|may|might|can|to be|needs?|incomplete|unable|partial(?:ly)?|almost|nearly|half|without (?:(?:a|an|the|any|its) )?(?:\w+ )?(?:complet\w+|done|success|signal|token|marker|promise|result|answer|output)|fail(?:ed|s|ing|ure)?|(?<!\b0 (?:\w{1,20} )?)remain(?:s|ing)?|next|in[ _]progress|pending|[1-9]?\d%)\b|\b(?<some>\d{1,6}) ?\/ ?(?!\k<some>\b)\d{1,6}\b/i
