import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import { findProject } from '../../record/project.ts'
import { agentNames } from '../../signals/agents/agent-names.ts'

/** The config of the project that this command means. To be asked for before anything is opened or started. */
export const projectConfig = (): Promise<Config> =>
  loadConfig(findProject(process.cwd(), process.env), process.env)

/** The agent of a command whose own name tells nothing. */
export async function usualAgent({ agent }: Config, argv: readonly string[]): Promise<string | null> {
  if (agent === undefined || !agentNames.includes(agent)) return null
  const { profileFor } = await import('../../supervision/agent-profiles.ts')
  return profileFor(null, argv) === null ? agent : null
}
