import { UnknownWordError } from '../errors.ts'
import { agentNames } from '../agents/names.ts'
import { agentProfiles } from '../agents/profiles.ts'
import { describeAgent } from '../supervision/profiles/described.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { NamedAgent } from '../views/agents.ts'
import type { AgentSettings, Config } from './config.ts'

export type AgentCommand = {
  /** Null if the project names a command instead. */
  readonly agent: string | null
  /** Null: the default command line of the agent. */
  readonly argv: readonly string[] | null
}

/** The command that an agent's name means in this project. */
export function agentCommand(name: string, { agents }: Pick<Config, 'agents'>): AgentCommand {
  const profile = agentProfiles.find((one) => one.name === name)
  const own = settingsOf(name, agents)
  if (own.command !== undefined) return { agent: name, argv: [...own.command, ...(own.args ?? [])] }
  if (profile === undefined)
    throw new UnknownWordError(
      'agent',
      name,
      projectAgents({ agents }).map((one) => one.name),
    )
  const args = own.args ?? []
  const argv = profile.argvFor('{prompt}')
  return { agent: name, argv: args.length === 0 ? null : profile.withArgs(argv, args) }
}

const settingsOf = (name: string, agents: Config['agents']): AgentSettings =>
  Object.hasOwn(agents, name) ? (agents[name] ?? {}) : {}

/** The known agents with the settings of this project, and the agents that the project defines. */
export function projectAgents({ agents }: Pick<Config, 'agents'>): readonly AgentProfile[] {
  const names = Object.keys(agents)
  if (names.length === 0) return agentProfiles
  const known = agentProfiles.map((one) =>
    names.includes(one.name) ? describedBy(one.name, settingsOf(one.name, agents), one) : one,
  )
  const own = names
    .filter((name) => !agentProfiles.some((one) => one.name === name))
    .filter((name) => settingsOf(name, agents).command !== undefined)
    .map((name) => describedBy(name, settingsOf(name, agents), null))
  return [...known, ...own]
}

const describedBy = (name: string, own: AgentSettings, known: AgentProfile | null): AgentProfile =>
  describeAgent(known, {
    name,
    argv: own.command === undefined ? null : [...own.command, ...(own.args ?? [])],
    env: own.env ?? {},
    hasFastFaults: own.fastFaults !== false,
    resume: own.resume ?? null,
    sessionPattern: own.session ?? null,
    reads: own.reads ?? null,
  })

/** The agents that can be named here, each with how it would be started. */
export const namedAgents = (config: Config, isTrusted: (name: string) => boolean): readonly NamedAgent[] =>
  projectAgents(config).map((profile) => ({
    profile,
    isKnown: agentNames.includes(profile.name),
    isConfigured: Object.hasOwn(config.agents, profile.name),
    isTrusted: isTrusted(profile.name),
    command: agentCommand(profile.name, config).argv ?? profile.argvFor('{prompt}'),
  }))
