/** Names that commands need at once. The build computes them, so that they load without the agents. */
import { goTestJson } from '../signals/agents/go-test-json.ts'
import { agents } from './agents.ts'

export const agentNames: readonly string[] = agents.map(({ name }) => name)

/** Every name that an output can be read as: those of the agents, and of the test tool that prints records. */
export const readerNames: readonly string[] = [...agentNames, goTestJson.name]

/** Those that can be asked for a second opinion. */
export const askerNames: readonly string[] = agents.flatMap(({ name, asker }) =>
  asker === undefined ? [] : [name],
)

/** Files with a project's instructions that some agents read in the place of AGENTS.md. */
export const instructionFiles: readonly string[] = agents.flatMap(({ instructions = [] }) => instructions)
