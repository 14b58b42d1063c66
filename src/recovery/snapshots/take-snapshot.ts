import { capture, type SnapshotRequest } from './capture.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Everything of a work tree that is not ignored, verified by reading it back. Nothing of the repository changes but
 * the new ref. Throws a `SnapshotError` with the reason where it cannot be taken whole.
 */
export async function takeSnapshot(request: SnapshotRequest): Promise<Snapshot> {
  await using captured = await capture(request)
  return captured.snapshot
}
