import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../record/package-root.ts'
import type { PreparedAgent } from './agent-profiles.ts'
import type { AgentProfile, SettingsFile } from './profiles/profile.ts'
import type { Environment } from './run-folder.ts'
import type { RunRequest } from './start-run.ts'

/** With what makes faults show soon, where nobody has set it, and with what the project wants the agent to have. */
export const agentEnvironment = (profile: AgentProfile | null, around: Environment): Environment =>
  profile === null ? around : { ...faultVariables(profile, around), ...around, ...profile.env }

/** The variables by which an agent's patience is cut short here. */
export function faultVariables({ fastFaults }: AgentProfile, around: Environment): Environment {
  if (fastFaults === null) return {}
  const { env, settings } = fastFaults
  const all = settings === null ? env : { ...env, ...settingsVariable(settings) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in around)))
}

function settingsVariable({ variable, file, instead }: SettingsFile): Environment {
  if (instead.some((path) => existsSync(path))) return {}
  return { [variable]: join(packageRoot(), 'src/supervision/profiles/settings', file) }
}

/** What the request of a run takes over from the agent that was prepared for it. */
export function startedAs(
  { argv, sessionId, profile }: PreparedAgent,
  around: Environment,
): Pick<RunRequest, 'argv' | 'env' | 'sessionId' | 'described'> {
  const { reads = null, sessionPattern = null } = profile ?? {}
  const isOwn = profile !== null && (reads !== profile.name || sessionPattern !== null)
  return {
    argv,
    env: agentEnvironment(profile, around),
    ...(sessionId === null ? {} : { sessionId }),
    ...(isOwn ? { described: { reads, sessionPattern } } : {}),
  }
}
