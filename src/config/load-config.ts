/** Where there is no file nothing more is loaded: most runs have none, and starting must stay quick. */
import type { Project } from '../record/project.ts'
import { NO_CONFIG, type Config } from './config.ts'
import { configFiles } from './config-files.ts'

/** What mayday.yaml and a person's own file say; the project's wins. A mistake in either is a `ConfigError`. */
export async function loadConfig(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Config> {
  const files = configFiles(project, env)
  if (files.every(({ text }) => text === null)) return NO_CONFIG
  const { readConfig } = await import('./read-config.ts')
  return readConfig(files).config
}
