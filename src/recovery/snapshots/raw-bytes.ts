import { copyFile, mkdtemp } from 'node:fs/promises'
import { bytesBelow, showPath, type RawPath } from '../../record/path-name.ts'
import { algorithmOf, Disk, type DiskFile } from './disk-file.ts'
import { readConversions, type Conversions, type ConversionSettings } from './conversions.ts'
import type { Git } from './git-steps.ts'
import type { Scratch } from './scratch.ts'
import { failed } from './snapshot.ts'
import { idOf, listOf, pathOf, type TreeLine } from './tree-line.ts'

/** A file on the disk and the id of its exact bytes. */
export type HashedFile = DiskFile & { readonly id: string }

export type RawQuestion = {
  readonly git: Git
  readonly scratch: Scratch
  /** The temporary index that contains the tree. */
  readonly index: string
  readonly tree: readonly TreeLine[]
  /** The entries of the tree that differ from HEAD or the index. */
  readonly own: readonly TreeLine[]
  /** The files that differ from HEAD or the index. */
  readonly changed: ReadonlyMap<RawPath, HashedFile>
  readonly disk: Disk
  readonly settings: ConversionSettings
}

/**
 * The files that a checkout of the tree would write with other bytes than on the disk, each with the blob of its bytes.
 * Files that git converts are checked out once into a separate folder and compared.
 */
export async function readRawBytes(question: RawQuestion): Promise<ReadonlyMap<RawPath, string>> {
  const { git, tree, own, changed, disk } = question
  const conversions = await readConversions(git, question)
  const known = new Map<RawPath, string>()
  const doubtful: RawPath[] = []
  const judge = (line: TreeLine, verdict: Verdict): void => {
    if (verdict === 'stored') known.set(pathOf(line), idOf(line))
    if (verdict === 'doubtful') doubtful.push(pathOf(line))
  }
  for (const line of own.filter(isFile)) judge(line, judgeChanged(line, changed, conversions))
  if (conversions.any) {
    const unchanged = tree.filter(
      (line) => isFile(line) && !changed.has(pathOf(line)) && conversions.of(pathOf(line)) !== null,
    )
    const sizes = await sizesOf(git, unchanged.map(idOf))
    for (const [at, line] of unchanged.entries())
      judge(line, await judgeUnchanged(line, sizes[at] ?? -1, conversions, disk))
  }
  return new Map([...known, ...(await keepUnfaithful(question, doubtful))])
}

const isFile = (line: TreeLine): boolean => line.startsWith('100')

/** `stored`: the blob has the bytes, but a checkout may write others. `doubtful`: only a checkout can tell. */
type Verdict = 'faithful' | 'stored' | 'doubtful'

function judgeChanged(line: TreeLine, changed: RawQuestion['changed'], conversions: Conversions): Verdict {
  const path = pathOf(line)
  const conversion = conversions.of(path)
  if (changed.get(path)?.id !== idOf(line)) {
    if (conversion === null) throw failed(`${showPath(path)} changed while it was read. Try again.`)
    return 'doubtful'
  }
  if (conversion === null) return 'faithful'
  return conversion.kind === 'lines' && !conversion.addsReturns ? 'faithful' : 'stored'
}

async function judgeUnchanged(
  line: TreeLine,
  size: number,
  conversions: Conversions,
  disk: Disk,
): Promise<Verdict> {
  const path = pathOf(line)
  const conversion = conversions.of(path)
  const file = disk.look(path)
  if (conversion === null || file === null) return 'faithful'
  const { kind, addsReturns } = conversion
  if (kind === 'lines') return file.size !== size ? 'doubtful' : addsReturns ? 'stored' : 'faithful'
  if (file.size === size && (await disk.hash(path, file, algorithmOf(idOf(line)))) === idOf(line))
    return 'stored'
  // Files in large-file storage are named after their content, so a checkout writes the same bytes.
  return kind === 'lfs' ? 'faithful' : 'doubtful'
}

async function sizesOf(git: Git, ids: readonly string[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const input = `${ids.join('\n')}\n`
  const output = await git.run(['cat-file', '--batch-check=%(objectsize)'], { input })
  return output.toString('latin1').split('\n').map(Number)
}

/** Checks files out like a restore would, and stores the bytes of those that differ. */
async function keepUnfaithful(
  { git, scratch, index, disk, changed }: RawQuestion,
  paths: readonly RawPath[],
): Promise<ReadonlyMap<RawPath, string>> {
  const raw = new Map<RawPath, string>()
  if (paths.length === 0) return raw
  const folder = await mkdtemp(scratch.file('checkout-'))
  await git.run(['checkout-index', `--prefix=${folder}/`, '-z', '--stdin'], { index, input: listOf(paths) })
  const written = new Disk(folder)
  for (const path of paths) {
    const file = disk.look(path)
    if (file === null) throw failed(`${showPath(path)} was removed while it was read. Try again.`)
    const id = changed.get(path)?.id ?? (await disk.hash(path, file, await algorithm(git)))
    const other = written.look(path)
    if (other !== null && (await written.hash(path, other, algorithmOf(id))) === id) continue
    raw.set(path, await storeBytes(git, scratch, path, id))
  }
  return raw
}

const algorithm = async (git: Git): Promise<'sha1' | 'sha256'> =>
  algorithmOf(await git.word(['hash-object', '--stdin'], { input: '' }))

async function storeBytes(git: Git, scratch: Scratch, path: RawPath, id: string): Promise<string> {
  const copy = scratch.file('bytes')
  await copyFile(bytesBelow(git.place.top, path), copy)
  const stored = await git.word(['hash-object', '-w', '--no-filters', '--', copy])
  if (stored !== id) throw failed(`${showPath(path)} changed while it was read. Try again.`)
  return stored
}
