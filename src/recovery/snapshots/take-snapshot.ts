import { capture, type SnapshotRequest } from './capture.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Saves everything in a work tree that is not ignored, and verifies it by reading it back. In the repository, only the
 * new ref changes. Throws a `SnapshotError` with the reason if it cannot be saved completely.
 */
export async function takeSnapshot(request: SnapshotRequest): Promise<Snapshot> {
  await using captured = await capture(request)
  return captured.snapshot
}
