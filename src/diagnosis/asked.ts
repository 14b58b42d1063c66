/** What an agent answered when it was asked why a run failed, and whether that counts. */

/**
 * `counted`: its answer is the verdict. `thrown-away`: it answered, and the answer does not hold. `no-answer`: it could
 * not answer. `not-asked`: the verdict is not open.
 */
export const askedOutcomes = ['counted', 'thrown-away', 'no-answer', 'not-asked'] as const

/** What the agent answered, as far as it could be read. */
export type Answer = {
  readonly reason: string | null
  readonly line: number | null
  readonly quote: string
  readonly sentence: string
}

export type Asked = {
  readonly agent: string
  readonly outcome: (typeof askedOutcomes)[number]
  /** Why the answer is not the verdict. Null where it is. */
  readonly why: string | null
  readonly answer: Answer | null
  readonly model: string | null
  /** As the agent tells it. Null where it does not. */
  readonly costUsd: number | null
  readonly tokens: number | null
  /** The answer was kept from an earlier question, which is what the cost is of. */
  readonly cached: boolean
}
