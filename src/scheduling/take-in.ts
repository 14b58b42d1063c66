/**
 * After a backup was put back that is older than the newest runs.
 *
 * K1 A run that took place took place: its task goes on behind it, and is not begun again. K2 Whatever was planned
 * before it is done. K3 A card of which a run is alive is locked again. K4 What such runs taught is learned again.
 */
import { MaydayError } from '../errors.ts'
import { isLive, type RunRecord } from '../record/run.ts'
import { taskStatuses } from '../record/task.ts'
import { findLostRuns, takeInRun, type LostRun } from '../supervision/lost-runs.ts'
import { reconcile, type Reconciled } from '../supervision/reconcile.ts'
import { learnFrom } from './learn.ts'
import { lockTask, type QueueHouse } from './locks.ts'
import type { TaskHouse } from './task-house.ts'

/** With the project's word on lessons they are written too. */
export type RecoveryHouse = QueueHouse & Partial<Pick<TaskHouse, 'lessons'>>

export type TakenIn = Pick<Reconciled, 'ended'> & {
  /** Numbers of the runs that the database knows again. */
  readonly taken: readonly number[]
  readonly stuck: readonly { readonly run: string; readonly why: string }[]
}

/** When the folders of all runs were last compared with the database, which carries it into its backups. */
const COMPARED = 'runs-compared'

const DAY_MS = 24 * 3_600_000

/** `all` looks at the folders of every day; else only at those that the database may not have seen. */
export async function takeInLost(house: RecoveryHouse, which: 'all' | 'new' = 'new'): Promise<TakenIn> {
  const { store, clock } = house
  const began = clock.now()
  const taken: number[] = []
  const ended: number[] = []
  const stuck: TakenIn['stuck'][number][] = []
  for (const lost of findLostRuns(house, which === 'all' ? null : lastCompared(house))) {
    try {
      const run = await takeInRun(lost, store)
      if (run === null) continue
      taken.push(run)
      await goOnBehind(run, house)
      if (lost.result === null) ended.push(...(await reconcile(house)).ended)
    } catch (error) {
      if (!(error instanceof MaydayError)) throw error
      stuck.push({ run: runOf(lost), why: error.message })
    }
  }
  if (stuck.length === 0) store.setSetting(COMPARED, began.toISOString())
  return { taken, ended, stuck }
}

const runOf = ({ place }: LostRun): string => place.runId

/** Two days more: a day's name depends on the time zone, and a clock may have been set. */
function lastCompared({ store }: QueueHouse): Date | null {
  const at = Date.parse(store.setting(COMPARED) ?? '')
  return Number.isNaN(at) ? null : new Date(at - 2 * DAY_MS)
}

/** K1, K2: as if whoever works on the task had died behind that run. */
async function goOnBehind(number: number, house: RecoveryHouse): Promise<void> {
  const { store } = house
  const run = store.find(number)
  const task = run === null ? null : store.task(run.task)
  if (run === null || task === null || task.isImplicit) return
  for (const plan of store.plansOf(task.task))
    if (plan.state === 'planned' && plan.run < run.run) store.endPlan(plan.number, 'done')
  const others = taskStatuses.filter((status) => status !== 'running')
  store.claimTask(task.task, others, 'running')
  store.updateTask(task.task, { gate: null, waitUntil: null })
  if (isLive(run)) return lockAgain(run, house)
  const { lessons } = house
  if (lessons !== undefined) await learnFrom(run, task, { ...house, lessons, tell: () => undefined })
}

/** K3. */
function lockAgain({ task, runId }: RunRecord, house: RecoveryHouse): void {
  const found = house.store.task(task)
  if (found !== null) lockTask(found, runId, house)
}
