import type { AgentAdapter } from './adapter.ts'
import { claude } from './claude.ts'

/** Every agent Mayday knows by its output. The first that recognises an output reads it. */
export const agents: readonly AgentAdapter[] = [claude]
