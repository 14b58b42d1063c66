import type { KnownAgents } from '../supervision/known-agents.ts'
import { agentNames } from './names.ts'

/** All agents, for supervision. */
export const knownAgents: KnownAgents = {
  names: agentNames,
  load: async () => (await import('./loaded-agents.ts')).loadedAgents,
}
