import type { Config } from './config.ts'
import type { ConfigFile } from './config-files.ts'
import { keys } from './keys.ts'
import { configOf, mergeSettings } from './merge-settings.ts'
import { parseYaml } from './parse-yaml.ts'
import { readSettings } from './read-settings.ts'
import type { Setting } from './schema.ts'

export type ReadConfig = {
  readonly config: Config
  /** What files gave, each value once. */
  readonly settings: readonly Setting[]
}

/** Reads files, the nearer one last. */
export function readConfig(files: readonly ConfigFile[]): ReadConfig {
  const settings = mergeSettings(
    files.flatMap(({ path, text }) => (text === null ? [] : readSettings(parseYaml(text, path), keys))),
  )
  return { config: configOf(settings), settings }
}
