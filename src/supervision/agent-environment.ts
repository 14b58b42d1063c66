import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../record/package-root.ts'
import type { PreparedAgent } from './prepare-agent.ts'
import type { AgentProfile, SettingsFile } from './profiles/profile.ts'
import type { Environment } from './run-folder.ts'
import type { RunRequest } from './run-request.ts'

/**
 * The environment of an agent: settings that make faults show
 * soon, unless the user set them, and the project's settings.
 */
export const agentEnvironment = (profile: AgentProfile | null, around: Environment): Environment =>
  profile === null ? around : { ...faultVariables(profile, around), ...around, ...profile.env }

/** The variables that shorten the agent's own retries here. */
export function faultVariables({ fastFaults }: AgentProfile, around: Environment): Environment {
  if (fastFaults === null) return {}
  const { env, settings } = fastFaults
  const all = settings === null ? env : { ...env, ...settingsVariable(settings) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in around)))
}

function settingsVariable({ variable, file, instead, wantsRoot }: SettingsFile): Environment {
  if (instead.some((path) => existsSync(path))) return {}
  const path = join(packageRoot(), file)
  return wantsRoot && !belongsToRoot(path) ? {} : { [variable]: path }
}

/**
 * Whether root owns the path and every folder above it, by name and by real path, and no other user may write there.
 */
export const belongsToRoot = (path: string): boolean =>
  [path, realpathSync(path)].flatMap(withAncestors).every((one) => {
    const { uid, mode } = statSync(one)
    return uid === 0 && (mode & OTHERS_WRITE) === 0
  })

/** The write bits of the group and of all others. */
const OTHERS_WRITE = 0o022

const withAncestors = (path: string): readonly string[] =>
  dirname(path) === path ? [path] : [path, ...withAncestors(dirname(path))]

/** The fields that a run's request takes from the agent that was prepared for it. */
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
