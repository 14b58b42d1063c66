/** Adds tasks to the demo while it is open, so that something always runs. */
import type { Project } from '../../../record/project.ts'
import { Store } from '../../../record/store.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { specOf } from './make-sample.ts'
import { laterTasks } from './sample-story.ts'

const EVERY_MS = 10_000
/** More would only make the list longer. */
const MOST_QUEUED = 3
/** Nobody watches a demo for longer. 8 tasks fail or succeed within about ten minutes. */
const MOST_ADDED = 200

/** Opens a separate store, so that the board sees its writes like those of any other process. */
export async function keepLively({ root, record }: Project, signal: AbortSignal): Promise<void> {
  using store = Store.open(record, { root })
  for (let added = 0; added < MOST_ADDED && (await wallClock.nap(EVERY_MS, signal));) {
    const { queued } = store.statusCounts()
    const played = laterTasks[added % laterTasks.length]
    if (played === undefined || queued >= MOST_QUEUED) continue
    store.addTask(specOf(played, root), wallClock.now().toISOString())
    added += 1
  }
}
