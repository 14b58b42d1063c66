import { UnknownWordError } from '../errors.ts'
import { agentProfiles } from '../supervision/agent-profiles.ts'
import type { Config } from './config.ts'

export type AgentCommand = {
  /** Null where it is none that Mayday knows. */
  readonly agent: string | null
  /** Null: the agent's usual command line. */
  readonly argv: readonly string[] | null
}

/** What an agent's name means in this project. */
export function agentCommand(name: string, { agents }: Pick<Config, 'agents'>): AgentCommand {
  const profile = agentProfiles.find((one) => one.name === name)
  const own = Object.hasOwn(agents, name) ? agents[name] : undefined
  const agent = profile?.name ?? null
  if (own?.command !== undefined) return { agent, argv: [...own.command, ...(own.args ?? [])] }
  if (profile === undefined)
    throw new UnknownWordError('agent', name, [
      ...agentProfiles.map((one) => one.name),
      ...Object.keys(agents),
    ])
  const args = own?.args ?? []
  return { agent, argv: args.length === 0 ? null : [...profile.argvFor('{prompt}'), ...args] }
}
