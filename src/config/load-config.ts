/** Where there is no file nothing more is loaded: most runs have none, and starting must stay quick. */
import type { Project } from '../record/project.ts'
import { NO_CONFIG, type Config } from './config.ts'
import { configFiles } from './config-files.ts'
import type { Executing } from './executing-values.ts'

export type LoadedConfig = {
  /** Without what the project's file would execute. Enough for a command that only reads. */
  readonly readable: Config
  /** All of it. Only for a command that has seen a person's trust in `executing`, or that executes nothing. */
  readonly whole: Config
  /** What the project's file would execute. */
  readonly executing: Executing
}

/** What holds where there is no file. */
export const NOTHING_LOADED: LoadedConfig = {
  readable: NO_CONFIG,
  whole: NO_CONFIG,
  executing: { values: [], hash: '' },
}

/** What mayday.yaml and a person's own file say; the project's wins. A mistake in either is a `ConfigError`. */
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
