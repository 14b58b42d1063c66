/** The agents that can be named here, and how each would be started. */
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'
import { faultVariables } from '../supervision/agent-environment.ts'
import { findProgram } from '../supervision/launch.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { Environment } from '../supervision/run-folder.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const abilitiesSchema = v.object({
  structuredOutput: v.boolean(),
  resume: v.boolean(),
  chooseSession: described(v.boolean(), 'Mayday can choose the id of a new session'),
  model: v.boolean(),
  turnLimit: v.boolean(),
  budget: v.boolean(),
  permissions: v.boolean(),
})

export const agentRowSchema = v.object({
  name: v.string(),
  origin: described(v.picklist(['mayday', 'project']), '`project`: only mayday.yaml describes it'),
  isConfigured: described(v.boolean(), 'mayday.yaml has an entry for it'),
  path: described(v.nullable(v.string()), 'its program; null if it is not installed'),
  trusted: described(
    v.boolean(),
    'false if mayday.yaml gives its command or settings and nobody has [trusted](config.md) them',
  ),
  version: described(
    v.nullable(v.string()),
    'what `--version` says. Only `mayday agents` asks, and only known programs that are trusted',
  ),
  trouble: described(v.nullable(v.string()), 'why it does not start here, in its own words'),
  command: described(v.array(v.string()), 'how it would be started; `{prompt}` stands for the prompt'),
  can: described(abilitiesSchema, 'what Mayday can use'),
  fastFaults: described(
    v.record(v.string(), v.string()),
    'variables that are added so that faults show early; those that are already set are left out',
  ),
  transcript: described(
    v.nullable(v.object({ path: v.string(), tells: v.string() })),
    'where below its own folder it keeps a session, and what the session contains in addition to the output',
  ),
  staysAfterResult: described(v.boolean(), 'its last message is its end, not its exit'),
  isLauncher: described(v.boolean(), 'the started process is not the agent itself'),
})

export const agentsSchema = v.object({
  format: v.literal(formats.agents),
  default: described(v.nullable(v.string()), '`agent` of mayday.yaml'),
  agents: described(
    v.array(agentRowSchema),
    'known agents first, then those of mayday.yaml, installed or not',
  ),
})

export type AgentRow = Shape<typeof agentRowSchema>
export type Agents = Shape<typeof agentsSchema>

/** The facts about an agent before its program is searched. */
export type NamedAgent = {
  readonly profile: AgentProfile
  readonly isKnown: boolean
  readonly isConfigured: boolean
  /** True if its command may be executed. */
  readonly isTrusted: boolean
  readonly command: readonly string[]
}

export type AgentsAsked = {
  readonly agents: readonly NamedAgent[]
  readonly default: string | null
  readonly cwd: string
  readonly env: Environment
}

/** Searches the programs. It executes none of them and reads none of their files. */
export const readAgents = ({ agents, default: named, cwd, env }: AgentsAsked): Agents => ({
  format: formats.agents,
  default: named,
  agents: agents.map((agent) => agentRow(agent, cwd, env)),
})

function agentRow(
  { profile, isKnown, isConfigured, isTrusted, command }: NamedAgent,
  cwd: string,
  env: Environment,
): AgentRow {
  const found = findProgram(command[0] ?? '', cwd, env)
  return {
    name: profile.name,
    origin: isKnown ? 'mayday' : 'project',
    isConfigured,
    path: found.kind === 'found' ? found.path : null,
    trusted: isTrusted,
    version: null,
    trouble: null,
    command,
    can: abilitiesOf(profile),
    fastFaults: faultVariables(profile, env),
    transcript:
      profile.transcript === null ? null : { path: profile.transcript.path, tells: profile.transcript.tells },
    staysAfterResult: profile.staysAfterResult,
    isLauncher: profile.isLauncher,
  }
}

const abilitiesOf = ({ isStructured, canResume, namesSession, options }: AgentProfile): AgentRow['can'] => ({
  structuredOutput: isStructured,
  resume: canResume,
  chooseSession: namesSession !== null,
  model: options.model.length > 0,
  turnLimit: options.maxTurns.length > 0,
  budget: options.budgetUsd.length > 0,
  permissions: options.permissions.length > 0,
})
