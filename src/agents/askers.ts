import type { Asker } from '../supervision/opinion/askers.ts'
import { agents } from './agents.ts'

/** The agents that can be asked for a second opinion. */
export const agentAskers: readonly Asker[] = agents.flatMap(({ name, asker }) =>
  asker === undefined ? [] : [{ name, ...asker }],
)
