/**
 * Finds settings of a repository that would execute a program.
 *
 * A `.git` folder can come in an archive, and its config names programs. Settings with a fixed name are disabled in
 * git.ts. The repository chooses the names of filters and hooks, so their settings are read first.
 *
 * L1 A filter or hook that only the repository configures is not executed.
 * L2 A filter that the user has configured for all repositories (usually git-lfs) works as the user configured it.
 * L3 A repository whose config has no such section costs no process.
 */
import { isUtf8 } from 'node:buffer'
import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf, outputOf, spawnGit, type GitPlace } from './git.ts'
import { readPlain } from './plain-file.ts'

export type LocalSettings = {
  /** Options of git that override these settings. */
  readonly options: readonly string[]
  /** Filters that are not executed, although attributes may name them. */
  readonly blocked: ReadonlySet<string>
}

const HARMLESS: LocalSettings = { options: [], blocked: new Set() }

/** A section that names programs or includes another file. Git requires the name directly after the bracket. */
const SUSPECT = /\[(?:filter|hook|include)/i

/** A config is a few kilobytes. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024
/** Git only reads a few files to answer. */
const ANSWER_MS = 5000

/** Null if git cannot tell. Then git must not be asked anything else. */
export async function readLocalSettings(place: GitPlace): Promise<LocalSettings | null> {
  const files = [join(place.common, 'config'), join(place.dir, 'config.worktree')]
  const texts = files.map(readConfig)
  if (texts.includes(null)) return null
  if (!texts.some((text) => text !== null && SUSPECT.test(text))) return HARMLESS
  const args = ['config', '--list', '--show-scope', '-z']
  const child = spawnGit(args, place.top ?? place.dir, 'ignore', { timeoutMs: ANSWER_MS })
  const output = await outputOf(child)
  return output === null ? null : settingsAgainst(parseSettings(fieldsOf(output)))
}

/** '' if there is none; null if it cannot be read. */
function readConfig(path: string): string | null {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return ''
    return readPlain(realpathSync(path), MAX_CONFIG_BYTES).toString('latin1')
  } catch {
    // The file is too large, not regular or not readable. Git would fail on it too.
    return null
  }
}

/** One setting, and whether the repository made it. One character per byte. */
export type Setting = {
  readonly key: string
  readonly value: string
  readonly isLocal: boolean
}

const LOCAL_SCOPES: ReadonlySet<string> = new Set(['local', 'worktree'])

/** Scope and setting alternate. A setting without a value is true. */
function parseSettings(fields: readonly string[]): readonly Setting[] {
  const found: Setting[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const text = fields[at + 1] ?? ''
    const end = text.indexOf('\n')
    const [key, value] = end < 0 ? [text, 'true'] : [text.slice(0, end), text.slice(end + 1)]
    found.push({ key, value, isLocal: LOCAL_SCOPES.has(fields[at] ?? '') })
  }
  return found
}

/** The settings of a filter that name a program, and the values that disable them. */
const FILTER_OFF = { clean: '', smudge: '', process: '' } as const
/** A hook in the config: an empty event cancels all events before it. */
const HOOK_OFF = { enabled: 'false', event: '' } as const

/**
 * L1 and L2. Null if an option cannot express the name: git's options end a name at the first `=`, and ours are UTF-8.
 */
export function settingsAgainst(settings: readonly Setting[]): LocalSettings | null {
  const own = new Map(settings.filter(({ isLocal }) => !isLocal).map(({ key, value }) => [key, value]))
  const options: string[] = []
  const blocked = new Set<string>()
  const [filters, hooks] = [namesOf('filter', settings), namesOf('hook', settings)]
  if ([...filters, ...hooks].some((name) => name.includes('='))) return null
  for (const name of filters) {
    const changed = changedKeys(name, settings, own)
    for (const [key, off] of changed) options.push('-c', `${key}=${own.get(key) ?? off}`)
    if (changed.length === 0) continue
    blocked.add(name)
    // Otherwise git fails if a filter does not work.
    options.push('-c', `filter.${name}.required=false`)
  }
  for (const name of hooks)
    for (const [key, off] of Object.entries(HOOK_OFF)) options.push('-c', `hook.${name}.${key}=${off}`)
  const bytes = options.map((option) => Buffer.from(option, 'latin1'))
  if (!bytes.every((option) => isUtf8(option))) return null
  return { options: bytes.map((option) => option.toString('utf8')), blocked }
}

/** The names in a section that the repository configures. */
function namesOf(section: string, settings: readonly Setting[]): ReadonlySet<string> {
  const local = settings.filter(({ key, isLocal }) => isLocal && key.startsWith(`${section}.`))
  const nameOf = (key: string): string => key.slice(section.length + 1, key.lastIndexOf('.'))
  return new Set(local.filter(({ key }) => key.split('.').length > 2).map(({ key }) => nameOf(key)))
}

/** Keys that the repository configures differently from the user, with the values that disable them. */
function changedKeys(
  name: string,
  settings: readonly Setting[],
  own: ReadonlyMap<string, string>,
): readonly (readonly [key: string, off: string])[] {
  const keys = Object.entries(FILTER_OFF).map(([key, off]) => [`filter.${name}.${key}`, off] as const)
  const isChanged = ({ key, value, isLocal }: Setting): boolean => isLocal && own.get(key) !== value
  const changed = new Set(settings.filter(isChanged).map(({ key }) => key))
  return keys.filter(([key]) => changed.has(key))
}
