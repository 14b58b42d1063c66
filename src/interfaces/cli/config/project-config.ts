import { join } from 'node:path'
import { NO_CONFIG, type Config } from '../../../config/config.ts'
import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { MaydayError } from '../../../errors.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { agentNames } from '../../../agents/names.ts'
import { complain } from '../../complain.ts'
import { maskValuesOf } from '../../shown.ts'
import type { Terminal } from '../command.ts'
import type { Asked } from './require-trust.ts'

/**
 * The config of the command's project, without the values that the project's file would execute. Call this before
 * anything is opened or started.
 */
export const projectConfig = async (): Promise<Config> => (await loadProjectConfig()).readable

/** Showing a run must not depend on mayday.yaml. An error in it is reported, and the defaults apply. */
export async function configOrDefaults(): Promise<Config> {
  try {
    return await projectConfig()
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    complain(`${error.message} The defaults are used.`)
    return NO_CONFIG
  }
}

/** For commands that show the executing values but execute none of them. */
export async function loadProjectConfig(): Promise<LoadedConfig> {
  const loaded = await loadConfig(findProject(process.cwd(), process.env), process.env)
  maskValuesOf(loaded.whole.secrets ?? [])
  return loaded
}

/** The whole config if it is trusted, else only the values that need no trust. */
export async function trustedPart(project: Project): Promise<Config> {
  const { whole, readable } = await loadProjectConfig()
  return (await findUntrusted(project)) === null ? whole : readable
}

/** The options about trust. With `--json` the user is not asked. */
export type TrustAsked = { readonly trust: boolean; readonly json: boolean }

/** The whole config, for commands that execute its values. Throws if the user has not trusted them. */
export async function loadTrusted(asked: TrustAsked, terminal: Terminal): Promise<LoadedConfig> {
  const project = findProject(process.cwd(), process.env)
  const loaded = await loadProjectConfig()
  if (loaded.executing.values.length === 0) return loaded
  const { requireTrust } = await import('./require-trust.ts')
  await requireTrust({ project, executing: loaded.executing }, asked, terminal)
  return loaded
}

export const trustedConfig = async (asked: TrustAsked, terminal: Terminal): Promise<Config> =>
  (await loadTrusted(asked, terminal)).whole

/** The default agent for a command whose program is not a known agent. */
export async function defaultAgent({ agent }: Config, argv: readonly string[]): Promise<string | null> {
  if (agent === undefined || !agentNames.includes(agent)) return null
  const [{ profileFor }, { agentProfiles }] = await Promise.all([
    import('../../../supervision/prepare-agent.ts'),
    import('../../../agents/profiles.ts'),
  ])
  return profileFor(null, argv, agentProfiles) === null ? agent : null
}

/**
 * The untrusted values, for commands that only report them; null if there are none. An unusable file or record is
 * reported by the commands that need it.
 */
export async function findUntrusted(project: Project): Promise<Asked | null> {
  try {
    const { executing } = await loadProjectConfig()
    if (executing.values.length === 0) return null
    const { isTrustedNow } = await import('./require-trust.ts')
    return isTrustedNow({ project, executing }) ? null : { project, executing }
  } catch (error) {
    if (error instanceof MaydayError) return null
    throw error
  }
}

/** The file that agents read automatically, relative to the project. */
export const lessonsFileName = ({ lessons }: Config): string => lessons.file ?? 'AGENTS.md'

export const lessonsFile = ({ root }: Project, config: Config): string => join(root, lessonsFileName(config))
