import { agentNames } from '../agents/names.ts'
import { isReason, reasonNames } from '../reasons/reason.ts'
import { NO_CONFIG, type Config } from './config.ts'
import type { Place } from '../record/yaml-node.ts'
import { ConfigError } from './config-error.ts'
import { CONFIG_VERSION } from './keys.ts'
import { suggest } from '../errors.ts'
import type { Setting } from './schema.ts'

/** Keeps the last of several values for a key. The file of the project comes last. */
export function mergeSettings(settings: readonly Setting[]): readonly Setting[] {
  const byPath = new Map<string, Setting>()
  for (const setting of settings) byPath.set(setting.path.join('.'), setting)
  return [...byPath.values()]
}

/** Checks that depend on several values: names that refer to other entries. */
export function checkSettings(settings: readonly Setting[]): void {
  for (const setting of settings) checkNames(setting, settings)
}

/** Converts the values to the config of the rooms. */
export function configOf(settings: readonly Setting[]): Config {
  const config = structuredClone(NO_CONFIG)
  for (const { fields, value } of settings) put(config, fields, value)
  // The tables are `Section<Config>`, so the values have this type.
  return config
}

function put(target: object, fields: readonly string[], value: unknown): void {
  const [field = '', ...rest] = fields
  if (rest.length === 0) {
    Object.defineProperty(target, field, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const own: unknown = Object.getOwnPropertyDescriptor(target, field)?.value
  const inner = typeof own === 'object' && own !== null ? own : {}
  if (inner !== own) put(target, [field], inner)
  put(inner, rest, value)
}

/** A setting has at least one word, and each word has a position. */
const NOWHERE: Place = { file: 'mayday.yaml', line: 1, column: 1 }

/** Checks one value against the others. */
function checkNames({ path, value, places }: Setting, settings: readonly Setting[]): void {
  const [section, name = ''] = path
  const place = places[Math.min(1, places.length - 1)] ?? NOWHERE
  const own = (key: string): string[] =>
    settings.flatMap((one) => (one.path[0] === key ? (one.path[1] ?? []) : []))
  if (section === 'version' && value !== CONFIG_VERSION)
    throw new ConfigError(
      place,
      `version ${String(value)} is newer than this Mayday, which knows ${CONFIG_VERSION}.`,
    )
  if (section === 'policy') known(name, 'reason', [...reasonNames, ...own('reasons')])
  if (section === 'agent') known(String(value), 'agent', [...agentNames, ...own('agents')])
  if (section === 'reasons' && isReason(name))
    throw new ConfigError(place, `${name} is a built-in reason. Change its policy under policy.`)
  if (section === 'agents' && !agentNames.includes(name) && !hasCommand(name))
    throw new ConfigError(
      place,
      `agents.${name} is not a known agent, so it needs a command instead of args.`,
    )
  if (section === 'diagnosis' && name === 'ask' && value !== 'never' && !has('diagnosis.agent'))
    throw new ConfigError(place, 'diagnosis.ask needs diagnosis.agent, the agent to ask.')

  function hasCommand(agent: string): boolean {
    return has(`agents.${agent}.command`)
  }

  function has(key: string): boolean {
    return settings.some((one) => one.path.join('.') === key)
  }

  function known(word: string, what: string, words: readonly string[]): void {
    if (words.includes(word)) return
    throw new ConfigError(place, `unknown ${what} '${word}'. ${suggest(word, words)}`)
  }
}
