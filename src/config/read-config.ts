import type { Config } from './config.ts'
import type { ConfigFile } from './config-files.ts'
import { isExecuting } from './executing-values.ts'
import { keys } from './keys.ts'
import { checkSettings, configOf, mergeSettings } from './merge-settings.ts'
import { parseYaml } from '../record/parse-yaml.ts'
import { readSettings } from './read-settings.ts'
import type { Setting } from './schema.ts'

export type ReadConfig = {
  readonly config: Config
  /** The values of the files, each once. */
  readonly settings: readonly Setting[]
  /** The values of the project's file that need the trust of a person. */
  readonly untrusted: readonly Setting[]
  /** The config without them. */
  readonly readable: Config
}

/** Reads the files. The file of the project comes last, so it wins. */
export function readConfig(files: readonly ConfigFile[]): ReadConfig {
  const read = files.map(({ path, text }) => (text === null ? [] : readSettings(parseYaml(text, path), keys)))
  const all = read.flat()
  const settings = mergeSettings(all)
  checkSettings(settings)
  const untrusted = mergeSettings(read.at(-1) ?? []).filter((one) => isExecuting(one, settings))
  const isUntrusted = new Set(untrusted)
  return {
    config: configOf(settings),
    settings,
    untrusted,
    readable: configOf(mergeSettings(all.filter((one) => !isUntrusted.has(one)))),
  }
}
