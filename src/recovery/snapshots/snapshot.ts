import { MaydayError } from '../../errors.ts'

/** Everything in a work tree at one moment, as a commit under `refs/mayday/`. */
export type Snapshot = {
  readonly ref: string
  /** Its tree is the work tree. Its parents are HEAD, the index and the notes, if they exist. */
  readonly commit: string
  readonly tree: string
  /** The tree of the index. */
  readonly indexTree: string
  /** HEAD at that moment. Null before the first commit. */
  readonly head: string | null
  /** Null if HEAD was detached. */
  readonly branch: string | null
  /** What git does not store about a work tree: see notes.ts. Null if there is nothing to note. */
  readonly notes: string | null
  readonly message: string
  readonly at: string
}

/**
 * `SNAPSHOT_REFUSED`, `RESTORE_REFUSED`: nothing was changed. `SNAPSHOT_FAILED`, `RESTORE_FAILED`: git or the disk
 * failed.
 */
export class SnapshotError extends MaydayError {}

export const refused = (reason: string): SnapshotError =>
  new SnapshotError('SNAPSHOT_REFUSED', `No snapshot was taken: ${reason}`)

export const failed = (reason: string): SnapshotError =>
  new SnapshotError('SNAPSHOT_FAILED', `No snapshot was taken: ${reason}`)

/** The content of the last paragraph of the message. */
type Trailers = Pick<Snapshot, 'indexTree' | 'head' | 'branch' | 'notes'>

const NONE = 'none'

export const renderMessage = (message: string, { indexTree, head, branch, notes }: Trailers): string =>
  [
    message.replaceAll('\0', ' ').trim() || 'snapshot',
    '',
    'Mayday-Snapshot: 1',
    `Mayday-Head: ${head ?? NONE}`,
    `Mayday-Branch: ${branch === null ? NONE : `refs/heads/${branch}`}`,
    `Mayday-Index-Tree: ${indexTree}`,
    `Mayday-Notes: ${notes ?? NONE}`,
    '',
  ].join('\n')

const ID = '([0-9a-f]{40,64})'
const TRAILERS = new RegExp(
  `^([\\s\\S]*?)\\n\\nMayday-Snapshot: 1\\nMayday-Head: (?:${ID}|none)\\nMayday-Branch: (?:refs/heads/(.+)|none)\\nMayday-Index-Tree: ${ID}\\nMayday-Notes: (?:${ID}|none)\\n?$`,
)

/** Parses a commit as git stores it. Null if it is not a snapshot. */
export function parseSnapshot(ref: string, commit: string, body: string): Snapshot | null {
  const at = body.indexOf('\n\n')
  const found = TRAILERS.exec(body.slice(at + 2))
  const tree = new RegExp(`^tree ${ID}$`, 'm').exec(body.slice(0, at))?.[1]
  const seconds = /^committer .* (\d+) [+-]\d+$/m.exec(body.slice(0, at))?.[1]
  if (found === null || tree === undefined) return null
  const [, message = '', head = null, branch = null, indexTree = '', notes = null] = found
  const when = new Date(Number(seconds ?? 0) * 1000).toISOString()
  return { ref, commit, tree, indexTree, head, branch, notes, message, at: when }
}
