import type { RawPath } from '../../record/path-name.ts'
import type { Captured } from './capture.ts'
import type { TreeFile } from './tree-diff.ts'
import { listOf } from './tree-line.ts'

export type TreePatch = {
  /** A tree or commit. */
  readonly base: string
  /** Null: the file is removed. */
  readonly files: ReadonlyMap<RawPath, TreeFile | null>
  /** The name of the temporary index. Each patch needs a separate one. */
  readonly name: string
}

/** The tree of `base` with these files in it. */
export async function patchTree(
  { git, scratch }: Captured,
  { base, files, name }: TreePatch,
): Promise<string> {
  const index = scratch.file(name)
  await git.run(['read-tree', base], { index })
  const idLength = (await git.word(['rev-parse', '--verify', base])).length
  await git.run(['update-index', '--add', '--replace', '-z', '--index-info'], {
    index,
    input: indexInfo(files, idLength),
  })
  return git.word(['write-tree'], { index })
}

/** Removals come first: a folder may be replaced by a file. */
function indexInfo(files: ReadonlyMap<RawPath, TreeFile | null>, idLength: number): Buffer {
  const lines = [...files].map(([path, file]) =>
    file === null ? `0 ${'0'.repeat(idLength)}\t${path}` : `${file.mode} ${file.id}\t${path}`,
  )
  return listOf(lines.toSorted((a, b) => Number(b.startsWith('0 ')) - Number(a.startsWith('0 '))))
}
