/** What a git tree does not contain about a work tree. It is a separate commit, so that any clone can contain it. */
import { fieldsOf } from '../../record/git.ts'
import type { RawPath } from '../../record/path-name.ts'
import type { Git } from './git-steps.ts'
import type { Scratch } from './scratch.ts'
import { listOf } from './tree-line.ts'

export type Notes = {
  /** Permission bits that a checkout would not set. */
  readonly modes: ReadonlyMap<RawPath, number>
  /** The exact bytes of files that a checkout would write differently (line endings, filters), as blobs. */
  readonly raw: ReadonlyMap<RawPath, string>
  /** Added to the index without content (`git add -N`). */
  readonly intended: readonly RawPath[]
  /** Files that git assumes unchanged (`--assume-unchanged`). */
  readonly believed: readonly RawPath[]
}

const noNotes: Notes = { modes: new Map(), raw: new Map(), intended: [], believed: [] }

const RAW = 'raw/'

/** Null if there is nothing to note. */
export async function writeNotes(git: Git, scratch: Scratch, notes: Notes): Promise<string | null> {
  const { modes, raw, intended, believed } = notes
  const lists: readonly (readonly [name: string, fields: readonly string[]])[] = [
    ['modes', [...modes].map(([path, mode]) => `${mode.toString(8)} ${path}`)],
    ['intended', intended],
    ['believed', believed],
  ]
  const lines = [...raw].map(([path, id]) => lineOf(id, RAW + path))
  for (const [name, fields] of lists) {
    if (fields.length === 0) continue
    const id = await git.word(['hash-object', '-w', '--stdin'], { input: listOf(fields) })
    lines.push(lineOf(id, name))
  }
  if (lines.length === 0) return null
  const index = scratch.file('notes-index')
  await git.run(['update-index', '--add', '-z', '--index-info'], { index, input: listOf(lines) })
  const tree = await git.word(['write-tree'], { index })
  return git.word(['commit-tree', tree, '-m', 'what a tree cannot say'])
}

const lineOf = (id: string, path: RawPath): string => `100644 ${id}\t${path}`

export async function readNotes(git: Git, commit: string | null): Promise<Notes> {
  if (commit === null) return noNotes
  const raw = new Map<RawPath, string>()
  const lists = new Map<string, readonly string[]>()
  for (const field of fieldsOf(await git.run(['ls-tree', '-r', '-z', '--full-tree', commit]))) {
    const [, , id = ''] = field.slice(0, field.indexOf('\t')).split(' ')
    const path = field.slice(field.indexOf('\t') + 1)
    if (path.startsWith(RAW)) raw.set(path.slice(RAW.length), id)
    else lists.set(path, fieldsOf(await git.run(['cat-file', 'blob', id])))
  }
  const modes = (lists.get('modes') ?? []).map((field): [RawPath, number] => {
    const space = field.indexOf(' ')
    return [field.slice(space + 1), Number.parseInt(field.slice(0, space), 8)]
  })
  return {
    modes: new Map(modes),
    raw,
    intended: lists.get('intended') ?? [],
    believed: lists.get('believed') ?? [],
  }
}
