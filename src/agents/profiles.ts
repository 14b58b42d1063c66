import { profileOf, type AgentProfile } from '../supervision/profiles/profile.ts'
import { agents } from './agents.ts'

/** How each agent is started, in the order of the list. */
export const agentProfiles: readonly AgentProfile[] = agents.map(({ name, launch, transcript }) =>
  profileOf(name, launch, transcript),
)
