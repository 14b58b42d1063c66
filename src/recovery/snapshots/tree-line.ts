import type { RawPath } from '../../record/path-name.ts'

/** One file of a tree or an index, as `git ls-tree` writes it: `100644 blob <id>\t<path>`. */
export type TreeLine = string

export const pathOf = (line: TreeLine): RawPath => line.slice(line.indexOf('\t') + 1)

export const idOf = (line: TreeLine): string => line.slice(12, line.indexOf('\t'))

/** The permissions that a checkout sets with the current umask. */
export function defaultModes(): (line: TreeLine) => number {
  const mask = process.umask()
  return (line) => (line.startsWith('100755') ? 0o777 : 0o666) & ~mask
}

/** Lines for git's standard input: NUL-separated, one byte for each character. */
export const listOf = (paths: readonly string[]): Buffer =>
  Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
