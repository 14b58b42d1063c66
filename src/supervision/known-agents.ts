import type { AgentAdapter } from '../signals/agent-reader.ts'
import type { Asker } from './opinion/askers.ts'
import type { AgentProfile } from './profiles/profile.ts'

/** What supervision asks of the agents, each list in the order of the agents. */
export type LoadedAgents = {
  readonly readers: readonly AgentAdapter[]
  readonly profiles: readonly AgentProfile[]
  readonly askers: readonly Asker[]
}

/** The agents are passed to supervision. This room knows none by name. */
export type KnownAgents = {
  readonly names: readonly string[]
  /** The rest is loaded on first use, so that a worker does not wait for all readers. */
  readonly load: () => Promise<LoadedAgents>
}
