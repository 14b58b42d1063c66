/**
 * Files with a filter that only the repository configures. Mayday
 * does not execute it, so git cannot convert or compare them.
 */
import { findObstacle } from './git-obstacle.ts'
import { fieldsOf, findGit } from './git.ts'
import { readLocalSettings } from './local-settings.ts'
import type { RawPath } from './path-name.ts'
import { runGit } from './run-git.ts'

/** The names of the filters that a folder's repository configures and Mayday does not execute. */
export async function blockedFilters(cwd: string): Promise<ReadonlySet<string>> {
  const place = findGit(cwd)
  if (place === null || findObstacle(place) !== null) return new Set()
  return (await readLocalSettings(place))?.blocked ?? new Set()
}

export type FilteredFile = { readonly path: RawPath; readonly filter: string }

/** All tracked files with such a filter. Starts no process if there is no such filter. */
export async function blockedFiles(top: string): Promise<readonly FilteredFile[]> {
  const filters = await blockedFilters(top)
  const listed = filters.size === 0 ? null : await runGit(['ls-files', '-z'], top)
  return listed === null ? [] : withFilter(filters, listed, top)
}

/** Only the given paths. Each is followed by a NUL. */
export async function blockedAmong(listed: Buffer, top: string): Promise<readonly FilteredFile[]> {
  const filters = await blockedFilters(top)
  return filters.size === 0 ? [] : withFilter(filters, listed, top)
}

async function withFilter(
  filters: ReadonlySet<string>,
  listed: Buffer,
  top: string,
): Promise<readonly FilteredFile[]> {
  if (listed.length === 0) return []
  const answer = await runGit(['check-attr', '-z', '--stdin', 'filter'], top, { input: listed })
  const fields = answer === null ? [] : fieldsOf(answer)
  const found: FilteredFile[] = []
  // The fields repeat: path, attribute, value.
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , filter = ''] = fields.slice(at, at + 3)
    if (filters.has(filter)) found.push({ path, filter })
  }
  return found
}
