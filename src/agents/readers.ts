import type { AgentAdapter } from '../signals/agent-reader.ts'
import { agents } from './agents.ts'

/** The readers of all agents, in the order of the list. */
export const agentReaders: readonly AgentAdapter[] = agents.map(({ name, reader }) => ({ name, ...reader }))
