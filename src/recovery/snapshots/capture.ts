/**
 * Saves everything in a work tree as a commit.
 *
 * - K1 The real index, the work tree, HEAD, the branches and their logs are only read. Only objects, a separate folder
 *   below the git folder and, as the last step, a new ref are written.
 * - K2 No hook runs, nothing is signed, and git asks no question.
 * - K3 A ref is created only for content that has been read back: every path of the tree against the index and the
 *   disk, every blob of a changed file byte by byte. What cannot be saved completely is refused.
 */
import { join } from 'node:path'
import { freeRef, readSnapshot } from './find-snapshots.ts'
import { openGit, type Git, type OpenGit } from './git-steps.ts'
import { writeNotes, type Notes } from './notes.ts'
import { readTrees, type Taken } from './read-trees.ts'
import { copyIndex, makeScratch, stampOf, type Scratch } from './scratch.ts'
import { failed, refused, renderMessage, type Snapshot } from './snapshot.ts'

export type SnapshotRequest = OpenGit & {
  /** Below `refs/mayday/`. If it ends in a number that is taken, the next free number is used. The result names it. */
  readonly refName: string
  readonly message: string
}

/** A snapshot, and the temporary index that still matches the work tree. */
export type Captured = AsyncDisposable & {
  readonly snapshot: Snapshot
  readonly git: Git
  readonly scratch: Scratch
  readonly index: string
  /** Detects whether the real index has changed since. */
  readonly indexStamp: string
  readonly notes: Notes
}

export async function capture(request: SnapshotRequest): Promise<Captured> {
  const git = openGit(request)
  if (!request.refName.startsWith('refs/mayday/'))
    throw refused(`${request.refName} is not below refs/mayday/.`)
  const scratch = await makeScratch(git.place.dir)
  try {
    const real = join(git.place.dir, 'index')
    const index = scratch.file('index')
    const indexStamp = stampOf(real)
    copyIndex(real, index)
    const taken = await readTrees(git, scratch, index)
    const snapshot = await commit(git, request, {
      ...taken,
      notesCommit: await writeNotes(git, scratch, taken.notes),
    })
    return {
      snapshot,
      git,
      scratch,
      index,
      indexStamp,
      notes: taken.notes,
      [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
    }
  } catch (error) {
    await scratch[Symbol.asyncDispose]()
    throw error
  }
}

type Noted = Taken & { readonly notesCommit: string | null }

async function commit(git: Git, { refName, message }: SnapshotRequest, taken: Noted): Promise<Snapshot> {
  const { tree, indexTree, head, branch, notesCommit: notes } = taken
  const index = await writeCommit(git, indexTree, [head], 'what was staged\n')
  const text = renderMessage(message, { indexTree, head, branch, notes })
  const id = await writeCommit(git, tree, [head, index, notes], text)
  const ref = await freeRef(git, refName)
  await git.run(['update-ref', ref, id, '0'.repeat(id.length)])
  const snapshot = await readSnapshot(git, ref)
  if (snapshot?.commit === id && snapshot.tree === tree && snapshot.indexTree === indexTree) return snapshot
  await git.ask(['update-ref', '-d', ref, id])
  throw failed(`${ref} cannot be read back. See: git fsck`)
}

const writeCommit = (
  git: Git,
  tree: string,
  parents: readonly (string | null)[],
  message: string,
): Promise<string> =>
  git.word(['commit-tree', tree, ...parents.flatMap((id) => (id === null ? [] : ['-p', id])), '-F', '-'], {
    input: message,
  })
