import type { Config } from '../../../config/config.ts'
import { loadConfig, type LoadedConfig } from '../../../config/load-config.ts'
import { findProject } from '../../../record/project.ts'
import { agentNames } from '../../../signals/agents/agent-names.ts'
import { maskValuesOf } from '../../shown.ts'
import type { Terminal } from '../command.ts'

/**
 * The config of the project that this command means, without what the project's file would execute. To be asked for
 * before anything is opened or started.
 */
export const projectConfig = async (): Promise<Config> => (await loadProjectConfig()).readable

/** For commands that show what would be executed, and execute nothing of it. */
export async function loadProjectConfig(): Promise<LoadedConfig> {
  const loaded = await loadConfig(findProject(process.cwd(), process.env), process.env)
  maskValuesOf(loaded.whole.secrets ?? [])
  return loaded
}

/** What a command line says about trust; with `--json` nobody is asked. */
export type TrustAsked = { readonly trust: boolean; readonly json: boolean }

/** The whole config, for commands that execute what it says. Where a person has not trusted that, the command ends here. */
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

/** The agent of a command whose own name tells nothing. */
export async function usualAgent({ agent }: Config, argv: readonly string[]): Promise<string | null> {
  if (agent === undefined || !agentNames.includes(agent)) return null
  const { profileFor } = await import('../../../supervision/agent-profiles.ts')
  return profileFor(null, argv) === null ? agent : null
}
