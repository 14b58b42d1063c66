/** The answer of an agent that was asked why a run failed, and whether the answer counts. */
import type { Shape } from '../reasons/shape.ts'
import type { askedSchema } from './explanation-schema.ts'

/**
 * `counted`: its answer is the verdict. `thrown-away`: it answered, but the answer is not valid. `no-answer`: it
 * could not answer. `not-asked`: the verdict is already certain enough.
 */
export const askedOutcomes = ['counted', 'thrown-away', 'no-answer', 'not-asked'] as const

export type Asked = Shape<typeof askedSchema>

/** The answer of the agent, as far as it could be read. */
export type Answer = NonNullable<Asked['answer']>
