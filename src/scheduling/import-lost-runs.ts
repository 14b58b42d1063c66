/**
 * Imports runs after a restore of a backup that is older than the newest runs.
 *
 * - K1 A run that took place counts. Its task continues after it and does not repeat it.
 * - K2 Plans from before that run are done.
 * - K3 If a run of a card is live, the card is locked again.
 * - K4 The lessons of such runs are learned again.
 * - K5 Each file that is opened as the database is compared with the run folders once, before anything is started from
 *   its rows.
 */
import { MaydayError } from '../errors.ts'
import { isLive, type RunRecord } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import { findLostRuns, takeInRun, type LostRun } from '../supervision/lost-runs.ts'
import { reconcile, type Reconciled } from '../supervision/reconcile.ts'
import { learnFrom } from './learn.ts'
import { lockTask, type QueueContext } from './locks.ts'
import type { TaskContext } from './task-context.ts'
import { DAY_MS } from '../record/duration.ts'

/** With `lessons`, the lessons are written too. */
export type RecoveryContext = QueueContext & Partial<Pick<TaskContext, 'lessons'>>

export type TakenIn = Pick<Reconciled, 'ended'> & {
  /** Numbers of the imported runs. */
  readonly taken: readonly number[]
  readonly stuck: readonly { readonly run: string; readonly why: string }[]
}

/** The time of the last complete comparison of run folders and database. Backups contain it. */
const COMPARED = 'runs-compared'

type Compared = {
  readonly generation: number
  /** Tasks with a run that could not be imported (by task id), and the reason. */
  readonly stuck: ReadonlyMap<string, string>
}

/** K5: the last comparison of each store. */
const compared = new WeakMap<Store, Compared>()

/** K5. Also false if the file was replaced and no process has opened the new file yet. */
export const isCompared = ({ store }: Pick<QueueContext, 'store'>): boolean =>
  compared.get(store)?.generation === store.generation && !store.isGone()

/** K1: a task with a run that could not be imported must not start again. The next call compares again. */
export function requireImported({ task, taskId }: TaskRecord, { store }: Pick<QueueContext, 'store'>): void {
  const why = compared.get(store)?.stuck.get(taskId)
  if (why === undefined) return
  compared.delete(store)
  throw new MaydayError(
    'RUN_NOT_TAKEN_IN',
    `Task ${task} has a run that the database does not know, and Mayday could not import it from its folder: ${why} Then run: mayday recover`,
  )
}

const turns = new WeakMap<Store, Promise<unknown>>()

/**
 * `all` reads the folders of every day. `new` reads only those that the database may not know. In a process, imports
 * run one after another: two that import the same run would both continue its task.
 */
export async function importLostRuns(context: RecoveryContext, which: 'all' | 'new'): Promise<TakenIn> {
  const { store } = context
  const turn = Promise.resolve(turns.get(store)).then(() => takeInAll(context, which))
  turns.set(
    store,
    turn.catch(() => undefined),
  )
  return turn
}

async function takeInAll(context: RecoveryContext, which: 'all' | 'new'): Promise<TakenIn> {
  const { store, clock } = context
  if (store.isGone()) store.reopen()
  const { generation } = store
  const began = clock.now()
  const taken: number[] = []
  const ended: number[] = []
  const stuck: TakenIn['stuck'][number][] = []
  const stuckTasks = new Map<string, string>()
  for (const lost of findLostRuns(context, which === 'all' ? null : lastCompared(context))) {
    try {
      const run = await takeInRun(lost, store)
      if (run === null) continue
      taken.push(run)
      await goOnBehind(run, context)
      if (lost.result === null) ended.push(...(await reconcile(context)).ended)
    } catch (error) {
      if (!(error instanceof MaydayError)) throw error
      stuck.push({ run: runOf(lost), why: error.message })
      stuckTasks.set(taskIdOf(lost), error.message)
    }
  }
  await goOnBehindLive(context)
  // If the file was replaced in the meantime, the new one has not been compared.
  if (store.generation === generation && !store.isGone()) {
    if (stuck.length === 0) store.setSetting(COMPARED, began.toISOString())
    compared.set(store, { generation, stuck: stuckTasks })
  }
  return { taken, ended, stuck }
}

/** A task with a live run has none of these statuses, unless an older database was restored. */
const NOT_AT_WORK: ReadonlySet<string> = new Set(['queued', 'deferred', 'waiting', 'succeeded', 'failed'])

/** K3. Supervisors restore the rows of their runs, but not tasks and locks. */
async function goOnBehindLive(context: RecoveryContext): Promise<void> {
  const { store } = context
  for (const { run } of store.unfinished()) {
    const task = store.find(run)?.task
    const status = task === undefined ? null : store.task(task)?.status
    if (NOT_AT_WORK.has(status ?? '')) await goOnBehind(run, context)
  }
}

const runOf = ({ place }: LostRun): string => place.runId

const taskIdOf = ({ spec, result }: LostRun): string => spec?.taskId ?? result?.taskId ?? ''

/** Starts two days earlier: the name of a day depends on the time zone, and the clock may have been set. */
function lastCompared({ store }: QueueContext): Date | null {
  const at = Date.parse(store.setting(COMPARED) ?? '')
  return Number.isNaN(at) ? null : new Date(at - 2 * DAY_MS)
}

/** K1, K2: treats the task as if its task loop had died after that run. */
async function goOnBehind(number: number, context: RecoveryContext): Promise<void> {
  const { store, clock } = context
  const run = store.find(number)
  const task = run === null ? null : store.task(run.task)
  if (run === null || task === null || task.isImplicit) return
  for (const plan of store.plansOf(task.task))
    if (plan.state === 'planned' && plan.run < run.run) store.endPlan(plan.number, 'done')
  store.move(task.task, 'import-lost', { at: clock.now().toISOString() })
  if (isLive(run)) return lockAgain(run, context)
  const { lessons } = context
  if (lessons !== undefined) await learnFrom(run, task, { ...context, lessons, tell: () => undefined })
}

/** K3. */
function lockAgain({ task, runId }: RunRecord, context: RecoveryContext): void {
  const found = context.store.task(task)
  if (found !== null) lockTask(found, runId, context)
}
