import { keys } from './keys.ts'
import type { AnyEntry, AnySection, Setting, ValueEntry } from './schema.ts'

/** One value of the config as it holds here. */
export type ListedSetting = {
  readonly key: string
  /** In milliseconds, bytes, dollars; null where nothing holds. */
  readonly value: unknown
  /** As it would be written; null where nothing holds. */
  readonly shown: string | null
  /** Null where no file says it. */
  readonly from: { readonly file: string; readonly line: number } | null
}

/** Every value that can hold: those of the files and those that no file says. */
export function listSettings(settings: readonly Setting[]): readonly ListedSetting[] {
  return listSection(keys, [], settings)
}

function listSection(
  section: AnySection,
  path: readonly string[],
  settings: readonly Setting[],
): readonly ListedSetting[] {
  return Object.values(section).flatMap((entry) => listEntry(entry, [...path, entry.key], settings))
}

function listEntry(
  entry: AnyEntry,
  path: readonly string[],
  settings: readonly Setting[],
): readonly ListedSetting[] {
  switch (entry.kind) {
    case 'section':
      return listSection(entry.entries, path, settings)
    // Names under it are the project's own, so there is nothing to list but what the files say.
    case 'map':
      return settings
        .filter((one) => path.every((word, at) => one.path[at] === word))
        .map((one) => listed(one))
        .toSorted((a, b) => a.key.localeCompare(b.key))
    case 'value': {
      const found = settings.find((one) => one.path.join('.') === path.join('.'))
      return [found === undefined ? usual(entry, path) : listed(found)]
    }
  }
}

const listed = ({ path, value, shown, places }: Setting): ListedSetting => {
  const place = places.at(-1)
  return {
    key: path.join('.'),
    value,
    shown,
    from: place === undefined ? null : { file: place.file, line: place.line },
  }
}

const usual = (entry: ValueEntry<unknown>, path: readonly string[]): ListedSetting => ({
  key: path.join('.'),
  value: entry.usual,
  shown: entry.usual === null ? null : entry.type.show(entry.usual),
  from: null,
})
