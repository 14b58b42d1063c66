import { MaydayError } from '../../errors.ts'

/** Everything of a work tree at one moment, as a commit under `refs/mayday/`. */
export type Snapshot = {
  readonly ref: string
  /** Its tree is the work tree; its parents are HEAD, the index and the notes, as far as there are any. */
  readonly commit: string
  readonly tree: string
  /** What was staged. */
  readonly indexTree: string
  /** What HEAD was; null before the first commit. */
  readonly head: string | null
  /** Null where HEAD was detached. */
  readonly branch: string | null
  /** What git cannot say of a work tree: see notes.ts. Null where there is nothing of that kind. */
  readonly notes: string | null
  readonly message: string
  readonly at: string
}

/** `SNAPSHOT_REFUSED` or `RESTORE_REFUSED`: nothing was touched. `SNAPSHOT_FAILED`, `RESTORE_FAILED`: git or the disk. */
export class SnapshotError extends MaydayError {}

export const refused = (reason: string): SnapshotError =>
  new SnapshotError('SNAPSHOT_REFUSED', `No snapshot was taken: ${reason}`)

export const failed = (reason: string): SnapshotError =>
  new SnapshotError('SNAPSHOT_FAILED', `No snapshot was taken: ${reason}`)

/** What the last paragraph of a snapshot's message says. */
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

/** Reads a commit as git stores it; null where it is no snapshot. */
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
