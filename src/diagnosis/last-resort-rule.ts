import type { Reason } from '../reasons/reason.ts'

/** What one line suggests about the reason of a failure that no other rule explains. */
export type LastResortRule = {
  readonly id: string
  readonly reason: Reason
  /** The reason where an agent speaks. */
  readonly ofAgents?: Reason
  readonly sentence: string
  /** How much one line counts: 1 is a hint, 2 is enough by itself, 4 outweighs what follows from it. */
  readonly weight: number
  /** True: any line counts. Otherwise only a line that reports an error counts. */
  readonly anywhere?: true
  /** The rule reads the command or heading above the last error. */
  readonly above?: true
  /** One of these must match. They are separate because one combined expression takes much longer to compile. */
  readonly says: readonly RegExp[]
  readonly not?: RegExp
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

const NOT_THERE_WORDS = [
  'not (?:be )?found',
  'unavailable',
  'undefined',
  'unknown',
  'missing',
  'non-?existent',
  "(?:does(?: not|n't)|did not) exist",
  'appears? to be missing',
  '(?:is|are|was|were) not (?:available|present|installed|defined|set|configured|readable)',
  '(?:cannot|could not|can not) be (?:found|resolved|loaded|located|read|opened)',
]

export const NOT_THERE: string = `(?:${NOT_THERE_WORDS.join('|')})`

/** `failed to`, `could not`, and the like. */
export const COULD_NOT: string =
  "(?:(?:failed|unable|refus(?:ed|ing)) to|(?:could|can|did|does) ?n[o']t|cannot|couldn't|can't|error (?:while|when)|failure (?:while|when)|problem (?:while|when|with))"

/** Does the rule read the line? */
export const reads = ({ says, not }: LastResortRule, line: string): boolean =>
  says.some((one) => one.test(line)) && not?.test(line) !== true
