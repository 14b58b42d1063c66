/** The answer of an agent that was asked why a run failed, and whether the answer counts. */

/**
 * `counted`: its answer is the verdict. `thrown-away`: it answered, but the answer is not valid. `no-answer`: it
 * could not answer. `not-asked`: the verdict is already certain enough.
 */
export const askedOutcomes = ['counted', 'thrown-away', 'no-answer', 'not-asked'] as const

/** The answer of the agent, as far as it could be read. */
export type Answer = {
  readonly reason: string | null
  readonly line: number | null
  readonly quote: string
  readonly sentence: string
}

export type Asked = {
  readonly agent: string
  readonly outcome: (typeof askedOutcomes)[number]
  /** Why the answer is not the verdict. Null if it is. */
  readonly why: string | null
  readonly answer: Answer | null
  readonly model: string | null
  /** The cost that the agent reports. Null if it reports none. */
  readonly costUsd: number | null
  readonly tokens: number | null
  /** The answer comes from the cache. The cost is that of the original question. */
  readonly cached: boolean
}
