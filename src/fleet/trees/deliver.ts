/** Pushes what an attempt left. The branch must be where the attempt found it, so no commits are overwritten. */
import { RemoteError, type GitRemote } from './git-remote.ts'
import type { Push } from './task-branch.ts'

export type Delivered =
  /** `commit`: where the branch is now; null if it did not change. `unsaved`: why a snapshot was not pushed. */
  | { readonly kind: 'pushed'; readonly commit: string | null; readonly unsaved: string | null }
  /** Git's line. The work is on this node. */
  | { readonly kind: 'refused'; readonly why: string }

export async function deliver(push: Push, remote: GitRemote): Promise<Delivered> {
  try {
    const why = push.commit === null ? null : await pushBranch(push.commit, push, remote)
    if (why !== null) return { kind: 'refused', why }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return { kind: 'refused', why: error.message }
  }
  return { kind: 'pushed', commit: push.commit, unsaved: await pushSnapshots(push, remote) }
}

/** A push whose answer was lost is not refused the second time. */
async function pushBranch(
  commit: string,
  { branch, expected }: Push,
  remote: GitRemote,
): Promise<string | null> {
  if ((await remote.find(branch)) === commit) return null
  return remote.push(commit, `refs/heads/${branch}`, expected)
}

/** Nodes number their snapshots themselves, so the remote has them by their commits. */
async function pushSnapshots({ snapshots }: Push, remote: GitRemote): Promise<string | null> {
  for (const { ref, commit } of snapshots) {
    const there = `${ref.slice(0, ref.lastIndexOf('/'))}/${commit.slice(0, 12)}`
    const why = await remote.save(commit, there)
    if (why !== null) return why
  }
  return null
}
