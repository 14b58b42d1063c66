/** Names that commands need at start. The build computes them, so they load without the agents. */
import { goTestJson } from '../signals/agents/go-test-json.ts'
import { agents } from './agents.ts'

export const agentNames: readonly string[] = agents.map(({ name }) => name)

/** Every name for the reader of an output: the agents, and the test tool that prints records. */
export const readerNames: readonly string[] = [...agentNames, goTestJson.name]

/** The agents that can be asked for a second opinion. */
export const askerNames: readonly string[] = agents.flatMap(({ name, asker }) =>
  asker === undefined ? [] : [name],
)

/** The agents that Mayday's plugin can be installed into. */
export const pluginNames: readonly string[] = agents.flatMap(({ name, plugin }) =>
  plugin === undefined ? [] : [name],
)

/** Files with a project's instructions that some agents read instead of AGENTS.md. */
export const instructionFiles: readonly string[] = agents.flatMap(({ instructions = [] }) => instructions)
