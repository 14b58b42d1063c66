import { ConfigError } from './config-error.ts'
import { neededThere, type YamlEntry, type YamlNode } from '../record/yaml-node.ts'
import type { ParsedYaml } from '../record/parse-yaml.ts'
import { suggest } from '../errors.ts'
import type { AnyEntry, AnyMapEntry, AnySection, Setting, ValueType } from './schema.ts'

/** The current position in the tables. */
type At = Pick<Setting, 'path' | 'fields' | 'places' | 'executes'>

const TOP: At = { path: [], fields: [], places: [], executes: false }

const below = (at: At, { key, place }: YamlEntry, field: string, found: AnyEntry): At => ({
  path: [...at.path, key],
  fields: [...at.fields, field],
  places: [...at.places, place],
  executes: found.executes ?? at.executes,
})

/** All values of a file. An unknown key is an error. */
export function readSettings({ node, problems }: ParsedYaml, section: AnySection): readonly Setting[] {
  const [problem] = problems
  if (problem !== undefined) throw new ConfigError(problem, problem.message)
  return node === null ? [] : readSection(node, section, TOP)
}

function readSection(node: YamlNode, section: AnySection, at: At): readonly Setting[] {
  return entriesOf(node, at).flatMap((entry) => {
    const [field, found] = Object.entries(section).find(([, one]) => one.key === entry.key) ?? []
    if (field === undefined || found === undefined) throw unknownKey(entry, section, at)
    return readEntry(entry, found, below(at, entry, field, found))
  })
}

function readEntry(entry: YamlEntry, found: AnyEntry, at: At): readonly Setting[] {
  switch (found.kind) {
    case 'section':
      return readSection(entry.value, found.entries, at)
    case 'map':
      return readMap(entry.value, found, at)
    case 'value': {
      const { type } = found
      const value = type.read(entry.value)
      if (value === undefined) throw wrongValue(entry, at, type)
      return [{ ...at, value, shown: type.show(value) }]
    }
  }
}

function readMap(node: YamlNode, { names, name, each }: AnyMapEntry, at: At): readonly Setting[] {
  return entriesOf(node, at).flatMap((entry) => {
    if (!names.test(entry.key))
      throw new ConfigError(entry.place, `'${entry.key}' cannot be a ${name} under ${at.path.join('.')}.`)
    return readEntry(entry, each, below(at, entry, entry.key, each))
  })
}

/** A section with only comments is empty, not wrong. */
function entriesOf(node: YamlNode, { path }: At): readonly YamlEntry[] {
  if (node.kind === 'map') return node.entries
  if (node.kind === 'empty') return []
  const what = path.length === 0 ? 'a config' : path.join('.')
  throw new ConfigError(node.place, neededThere(what, 'keys with values', node))
}

function unknownKey({ key, place }: YamlEntry, section: AnySection, { path }: At): ConfigError {
  const known = Object.values(section).map((entry) => entry.key)
  const where = path.length === 0 ? '' : ` under ${path.join('.')}`
  return new ConfigError(place, `unknown key '${key}'${where}. ${suggest(key, known)}`)
}

function wrongValue({ value, place }: YamlEntry, { path }: At, type: ValueType<unknown>): ConfigError {
  const wrong = wrongPart(value, type)
  const at = wrong.kind === 'empty' ? place : wrong.place
  return new ConfigError(at, neededThere(path.join('.'), type.takes, wrong))
}

/** The first invalid item of a list. */
function wrongPart(node: YamlNode, type: ValueType<unknown>): YamlNode {
  if (node.kind !== 'list' || type.read({ ...node, items: [] }) === undefined) return node
  return node.items.find((item) => type.read({ ...node, items: [item] }) === undefined) ?? node
}
