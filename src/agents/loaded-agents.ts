import type { LoadedAgents } from '../supervision/known-agents.ts'
import { agentAskers } from './askers.ts'
import { agentProfiles } from './profiles.ts'
import { agentReaders } from './readers.ts'

export const loadedAgents: LoadedAgents = {
  readers: agentReaders,
  profiles: agentProfiles,
  askers: agentAskers,
}
