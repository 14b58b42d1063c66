import { fieldsOf, outputOf } from '../../../record/git.ts'
import { runGit, startGit } from '../../../record/run-git.ts'
import type { RawPath } from '../../../record/path-name.ts'

/** A commit to compare with its parent, or with another commit instead of its parent. */
export type Difference = { readonly commit: string; readonly base?: string }

const COMPARE = ['diff-tree', '--stdin', '-r', '--root', '--no-renames', '--no-ext-diff', '--no-textconv']

const linesOf = (differences: readonly Difference[]): string =>
  differences.map(({ commit, base }) => (base === undefined ? `${commit}\n` : `${commit} ${base}\n`)).join('')

/**
 * The files of each difference, keyed by its commit. A difference without files is omitted. Null if git cannot tell.
 */
export async function changedPaths(
  top: string,
  differences: readonly Difference[],
): Promise<ReadonlyMap<string, readonly RawPath[]> | null> {
  const found = new Map<string, RawPath[]>()
  if (differences.length === 0) return found
  const output = await runGit([...COMPARE, '--raw', '-z'], top, { input: linesOf(differences) })
  if (output === null) return null
  let paths: RawPath[] = []
  const fields = fieldsOf(output)
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith(':')) paths.push(fields[++at] ?? '')
    else found.set(field, (paths = []))
  }
  return found
}

/** The patch id of each difference. It does not depend on the base. If git cannot tell, the id is missing. */
export async function patchIds(
  top: string,
  differences: readonly Difference[],
): Promise<ReadonlyMap<string, string>> {
  if (differences.length === 0) return new Map()
  const compare = await startGit([...COMPARE, '-p', '--binary'], top, { input: 'pipe' })
  const name = await startGit(['patch-id', '--stable'], top, { input: 'pipe' })
  if (compare === null || name === null) return new Map()
  const ended = new Promise<boolean>((done) => {
    compare.on('error', () => done(false))
    compare.on('close', (code) => done(code === 0))
  })
  // If one of the two processes ends early, its exit status reports it.
  compare.stdin?.on('error', () => undefined).end(linesOf(differences))
  if (name.stdin !== null) compare.stdout?.pipe(name.stdin.on('error', () => undefined))
  const [output, whole] = await Promise.all([outputOf(name), ended])
  if (output === null || !whole) return new Map()
  const lines = output.toString('latin1').trim().split('\n')
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}
