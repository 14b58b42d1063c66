/** Adds tasks to the demo while it is open, so that something always runs. */
import type { Project } from '../../../record/project.ts'
import { Store } from '../../../record/store.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { specOf } from './make-sample.ts'
import { laterTask } from './sample-played.ts'

const EVERY_MS = 10_000
/** More would only make the list longer. */
const MOST_QUEUED = 3
/** A demo that is left open over night ends quietly. An hour takes about 120 tasks. */
const MOST_ADDED = 1000

/** Opens a separate store, so that the board sees its writes like those of any other process. */
export async function keepLively({ root, record }: Project, signal: AbortSignal): Promise<void> {
  using store = Store.open(record, { root })
  for (let added = 0; added < MOST_ADDED && (await wallClock.nap(EVERY_MS, signal));) {
    const { queued } = store.statusCounts()
    if (queued >= MOST_QUEUED) continue
    store.addTask(specOf(laterTask(added), root), wallClock.now().toISOString())
    added += 1
  }
}
