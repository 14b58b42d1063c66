import { keys } from './keys.ts'
import type { ReadConfig } from './read-config.ts'
import type { AnyEntry, AnySection, Setting, ValueEntry } from './schema.ts'

/** One effective value of the config. */
export type ListedSetting = {
  readonly key: string
  /** In milliseconds, bytes or dollars. Null if there is no value. */
  readonly value: unknown
  /** As it would be written. Null if there is no value. */
  readonly shown: string | null
  /** Null if no file sets it. */
  readonly from: { readonly file: string; readonly line: number } | null
  /** True if it is in the project's file and a person must trust it before it is used. */
  readonly executes: boolean
}

/** Every key: those that the files set, and those with defaults. */
export function listSettings({
  settings,
  untrusted,
}: Pick<ReadConfig, 'settings' | 'untrusted'>): readonly ListedSetting[] {
  const executing = new Set(untrusted.map(({ path }) => path.join('.')))
  return listSection(keys, [], settings).map((one) => ({ ...one, executes: executing.has(one.key) }))
}

type Listed = Omit<ListedSetting, 'executes'>

function listSection(
  section: AnySection,
  path: readonly string[],
  settings: readonly Setting[],
): readonly Listed[] {
  return Object.values(section).flatMap((entry) => listEntry(entry, [...path, entry.key], settings))
}

function listEntry(
  entry: AnyEntry,
  path: readonly string[],
  settings: readonly Setting[],
): readonly Listed[] {
  switch (entry.kind) {
    case 'section':
      return listSection(entry.entries, path, settings)
    // The project chooses the names below, so only those in the files are listed.
    case 'map':
      return settings
        .filter((one) => path.every((word, at) => one.path[at] === word))
        .map((one) => listed(one))
        .toSorted((a, b) => a.key.localeCompare(b.key))
    case 'value': {
      const found = settings.find((one) => one.path.join('.') === path.join('.'))
      if (found === undefined) return [byDefault(entry, path)]
      return [entry.isSecret === true ? hidden(listed(found)) : listed(found)]
    }
  }
}

const listed = ({ path, value, shown, places }: Setting): Listed => {
  const place = places.at(-1)
  return {
    key: path.join('.'),
    value,
    shown,
    from: place === undefined ? null : { file: place.file, line: place.line },
  }
}

/** The name of a variable is not a secret. */
const hidden = (one: Listed): Listed =>
  typeof one.value === 'string' && one.value.startsWith('$') ? one : { ...one, value: HIDDEN, shown: HIDDEN }

const HIDDEN = '(hidden)'

const byDefault = (entry: ValueEntry<unknown>, path: readonly string[]): Listed => ({
  key: path.join('.'),
  value: entry.default,
  shown: entry.default === null ? null : entry.type.show(entry.default),
  from: null,
})
