/** Without a config file nothing more is loaded: most runs have none, and the start must be fast. */
import type { Project } from '../record/project.ts'
import { NO_CONFIG, type Config } from './config.ts'
import { configFiles } from './config-files.ts'
import type { Executing } from './executing-values.ts'

export type LoadedConfig = {
  /** Without the values that the project's file executes. Enough for a command that only reads. */
  readonly readable: Config
  /** All values. Only for a command that has checked the trust in `executing`, or that executes nothing. */
  readonly whole: Config
  /** The values that the project's file executes. */
  readonly executing: Executing
}

/** The config without any file. */
export const NOTHING_LOADED: LoadedConfig = {
  readable: NO_CONFIG,
  whole: NO_CONFIG,
  executing: { values: [], hash: '' },
}

/** Loads mayday.yaml and the file of the user. The project's file wins. A mistake in either is a `ConfigError`. */
export async function loadConfig(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LoadedConfig> {
  const files = configFiles(project, env)
  if (files.every(({ text }) => text === null)) return NOTHING_LOADED
  const [{ readConfig }, { executingValues }] = await Promise.all([
    import('./read-config.ts'),
    import('./executing-values.ts'),
  ])
  const { config, readable, untrusted } = readConfig(files)
  return { whole: config, readable, executing: executingValues(untrusted, project) }
}
