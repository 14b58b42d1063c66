/**
 * After a backup was put back that is older than the newest runs.
 *
 * K1 A run that took place took place: its task goes on behind it, and is not begun again. K2 Whatever was planned
 * before it is done. K3 A card of which a run is alive is locked again. K4 What such runs taught is learned again. K5 Each
 * file that is opened as the database is compared with the run folders once, before anything is started on its rows.
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

/** With the project's word on lessons they are written too. */
export type RecoveryContext = QueueContext & Partial<Pick<TaskContext, 'lessons'>>

export type TakenIn = Pick<Reconciled, 'ended'> & {
  /** Numbers of the runs that the database knows again. */
  readonly taken: readonly number[]
  readonly stuck: readonly { readonly run: string; readonly why: string }[]
}

/** When the folders of all runs were last compared with the database, which carries it into its backups. */
const COMPARED = 'runs-compared'

const DAY_MS = 24 * 3_600_000

type Compared = {
  readonly generation: number
  /** Ids of the tasks of which a run could not be taken in, and why. */
  readonly stuck: ReadonlyMap<string, string>
}

/** K5: how each store was compared last. */
const compared = new WeakMap<Store, Compared>()

/** K5. False also where the file was replaced and nobody has opened the new one yet. */
export const isCompared = ({ store }: Pick<QueueContext, 'store'>): boolean =>
  compared.get(store)?.generation === store.generation && !store.isGone()

/** K1: a task of which a run could not be taken in must not be begun again. The next try compares again. */
export function requireTakenIn({ task, taskId }: TaskRecord, { store }: Pick<QueueContext, 'store'>): void {
  const why = compared.get(store)?.stuck.get(taskId)
  if (why === undefined) return
  compared.delete(store)
  throw new MaydayError(
    'RUN_NOT_TAKEN_IN',
    `Task ${task} has a run that the database does not know, and it could not be taken in from its folder: ${why} Then: mayday recover`,
  )
}

const turns = new WeakMap<Store, Promise<unknown>>()

/**
 * `all` looks at the folders of every day; else only at those that the database may not have seen. One at a time in a
 * process: two that take in the same run would both go on behind it.
 */
export async function takeInLost(context: RecoveryContext, which: 'all' | 'new' = 'new'): Promise<TakenIn> {
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
  // Where the file was replaced meanwhile, the new one has not been compared.
  if (store.generation === generation && !store.isGone()) {
    if (stuck.length === 0) store.setSetting(COMPARED, began.toISOString())
    compared.set(store, { generation, stuck: stuckTasks })
  }
  return { taken, ended, stuck }
}

/** Statuses that no task with a live run has, unless its run was put back into an older database. */
const NOT_AT_WORK: ReadonlySet<string> = new Set(['queued', 'deferred', 'waiting', 'succeeded', 'failed'])

/** K3. Supervisors put the rows of their own runs back, but know nothing of tasks and locks. */
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

/** Two days more: a day's name depends on the time zone, and a clock may have been set. */
function lastCompared({ store }: QueueContext): Date | null {
  const at = Date.parse(store.setting(COMPARED) ?? '')
  return Number.isNaN(at) ? null : new Date(at - 2 * DAY_MS)
}

/** K1, K2: as if whoever works on the task had died behind that run. */
async function goOnBehind(number: number, context: RecoveryContext): Promise<void> {
  const { store, clock } = context
  const run = store.find(number)
  const task = run === null ? null : store.task(run.task)
  if (run === null || task === null || task.isImplicit) return
  for (const plan of store.plansOf(task.task))
    if (plan.state === 'planned' && plan.run < run.run) store.endPlan(plan.number, 'done')
  store.move(task.task, 'take-in', { at: clock.now().toISOString() })
  if (isLive(run)) return lockAgain(run, context)
  const { lessons } = context
  if (lessons !== undefined) await learnFrom(run, task, { ...context, lessons, tell: () => undefined })
}

/** K3. */
function lockAgain({ task, runId }: RunRecord, context: RecoveryContext): void {
  const found = context.store.task(task)
  if (found !== null) lockTask(found, runId, context)
}
