/**
 * Compares two kept states of a work tree.
 *
 * D1 Only objects are read: no filter, external diff or textconv runs, and no file of the tree is opened. D2 The list
 * comes first. The lines of a file are read when they are asked for, and never more than is shown.
 */
import { StringDecoder } from 'node:string_decoder'
import { fieldsOf } from '../../record/git.ts'
import { showPath, type RawPath } from '../../record/path-name.ts'
import type { fileChanges } from './file-changes.ts'
import type { Git } from '../../recovery/snapshots/git-steps.ts'

export type DiffedFile = {
  readonly path: string
  /** Before it was renamed. */
  readonly oldPath: string | null
  readonly change: (typeof fileChanges)[number]
  /** Null if it is binary. */
  readonly added: number | null
  readonly removed: number | null
  readonly oldMode: string | null
  readonly newMode: string | null
}

/** Two trees or commits. */
export type Between = { readonly from: string; readonly to: string }

const SAFE = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-abbrev'] as const
/** Git compares every new file with every deleted one to find renames. With more files than this it would be slow. */
const RENAMES = ['-M', '-l800'] as const

export async function listDiff(git: Git, { from, to }: Between): Promise<readonly DiffedFile[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--numstat', ...SAFE, ...RENAMES, from, to, '--']
  return parseList(fieldsOf(await git.run(args)))
}

type Raw = {
  readonly letter: string
  readonly modes: readonly [string, string]
  readonly paths: readonly RawPath[]
}

/** All raw entries come first, then the counts in the same order. */
function parseList(fields: readonly string[]): readonly DiffedFile[] {
  const raws: Raw[] = []
  let at = 0
  while (fields[at]?.startsWith(':') === true) {
    const [oldMode = '', newMode = '', , , status = ''] = (fields[at] ?? '').slice(1).split(' ')
    const letter = status.charAt(0)
    const paths = fields.slice(at + 1, at + (isPair(letter) ? 3 : 2))
    raws.push({ letter, modes: [oldMode, newMode], paths })
    at += 1 + paths.length
  }
  return raws.map((raw) => {
    const [added = '', removed = ''] = (fields[at] ?? '').split('\t')
    at += isPair(raw.letter) ? 3 : 1
    return fileOf(raw, countIn(added), countIn(removed))
  })
}

const isPair = (letter: string): boolean => letter === 'R' || letter === 'C'

/** `-` means a binary file. */
const countIn = (word: string): number | null => (/^\d+$/.test(word) ? Number(word) : null)

function fileOf({ letter, modes, paths }: Raw, added: number | null, removed: number | null): DiffedFile {
  const [oldMode, newMode] = modes
  const path = showPath(paths.at(-1) ?? '')
  return {
    path,
    oldPath: paths.length > 1 ? showPath(paths[0] ?? '') : null,
    change: changeOf(letter, { isModeOnly: oldMode !== newMode && added === 0 && removed === 0 }),
    added,
    removed,
    oldMode: oldMode === '000000' ? null : oldMode,
    newMode: newMode === '000000' ? null : newMode,
  }
}

const CHANGES: Readonly<Record<string, DiffedFile['change']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  R: 'renamed',
  T: 'type',
}

const changeOf = (letter: string, { isModeOnly }: { readonly isModeOnly: boolean }): DiffedFile['change'] =>
  CHANGES[letter] ?? (isModeOnly ? 'mode' : 'changed')

export type Patch = { readonly text: string; readonly isCut: boolean }

export type PatchOptions = {
  /** Empty: all files. Both names of a renamed file are needed. */
  readonly paths: readonly RawPath[]
  /** Lines around a change. */
  readonly context: number
  readonly mostBytes: number
}

/** The changes as text, as `git diff` writes them, up to a size. */
export async function readPatch(git: Git, { from, to }: Between, options: PatchOptions): Promise<Patch> {
  const { paths, context, mostBytes } = options
  const args = [
    'diff-tree',
    '-r',
    '-p',
    `-U${context}`,
    ...SAFE,
    ...RENAMES,
    from,
    to,
    '--',
    ...paths.map(byName),
  ]
  const child = await git.start(args)
  child.stderr?.resume()
  const decoder = new StringDecoder('utf8')
  let text = ''
  let read = 0
  for await (const chunk of child.stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) continue
    text += decoder.write(chunk.subarray(0, mostBytes - read))
    read += chunk.length
    if (read > mostBytes) break
  }
  // D2: git may still be writing a large difference.
  child.kill('SIGKILL')
  return { text: text + decoder.end(), isCut: read > mostBytes }
}

/** Node passes arguments as UTF-8, and git wants the bytes of the name. */
const byName = (path: RawPath): string => Buffer.from(path, 'latin1').toString('utf8')

/** The patch of all files, in pieces, one for each file, in the order of the list. */
export async function* readPatches(git: Git, { from, to }: Between, context: number): AsyncGenerator<Buffer> {
  const args = ['diff-tree', '-r', '-p', `-U${context}`, ...SAFE, ...RENAMES, from, to, '--']
  const child = await git.start(args)
  child.stderr?.resume()
  let held: Buffer[] = []
  for await (const chunk of child.stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) continue
    let rest = Buffer.concat([...held, chunk])
    for (let next = nextHead(rest); next > 0; next = nextHead(rest)) {
      yield rest.subarray(0, next)
      rest = rest.subarray(next)
    }
    held = [rest]
  }
  const last = Buffer.concat(held)
  if (last.length > 0) yield last
}

/** No line of a patch can begin like this, because lines of files have a sign in front. */
const HEAD = Buffer.from(['\ndiff', '--git '].join(' '))

const nextHead = (bytes: Buffer): number => bytes.indexOf(HEAD) + 1
