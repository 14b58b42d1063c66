/**
 * Changes the work tree between two attempts.
 *
 * - W1 The tree is changed only after a snapshot was taken and read back (I3).
 * - W2 A start that is not proven good is tested after the rollback to it. If it is broken too, the work is restored
 *   and a person is asked. Without a verify command it cannot be tested: then nothing is changed, and a person is
 *   asked.
 * - W3 A rollback never undoes the work of another task and never changes a card.
 * - W4 After a rollback the Failure Context is rendered again, because its file was rolled back too.
 */
import { shows } from '../reasons/table.ts'
import { MaydayError } from '../errors.ts'
import { findGit, readHead } from '../record/git.ts'
import { filesLeftBy } from '../record/run-result.ts'
import type { TaskRecord } from '../record/task.ts'
import type { SnapshotRecord } from '../record/task-story.ts'
import type { Cause } from '../recovery/decided-plan.ts'
import type { KnownGood } from '../recovery/situation.ts'
import { certainty, type CertaintyQuestion } from '../recovery/snapshots/certainty.ts'
import { snapshotsIn } from '../recovery/snapshots/find-snapshots.ts'
import { lastGood } from '../recovery/snapshots/last-good.ts'
import { restoreSnapshot } from '../recovery/snapshots/restore-snapshot.ts'
import { rollBack } from '../recovery/snapshots/roll-back.ts'
import type { Snapshot } from '../recovery/snapshots/snapshot.ts'
import { takeSnapshot } from '../recovery/snapshots/take-snapshot.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { LESSONS_FILE, writeLessons } from './learn.ts'
import { cardsIn, othersWork, workWords } from './shared-work.ts'
import type { TaskContext } from './task-context.ts'
import { tryVerify } from './try-start.ts'
import { workFolder } from './work-folder.ts'

/** The reason under which the first snapshot of a task is stored. */
const AT_START = 'the start of the task'

/** Records once where the task began. Outside of a repository there is nothing to record. */
export async function markStart(task: TaskRecord, context: TaskContext): Promise<void> {
  const { store } = context
  if (task.startCommit !== null || startOf(task, context) !== null) return
  const place = findGit(workFolder(task, context))
  if (place === null) return
  const head = readHead(place)
  store.updateTask(task.task, { startCommit: head?.commit ?? null, branch: head?.branch ?? null })
  // If the snapshot fails, the task runs anyway. Only a rollback then needs a person.
  await saveWork(task, AT_START, context)
}

/** A kill may have come between a snapshot and its record. Such snapshots are recorded now. */
export async function recordSnapshots(task: TaskRecord, context: TaskContext): Promise<void> {
  const { store } = context
  const cwd = workFolder(task, context)
  if (findGit(cwd) === null) return
  const known = new Set(store.snapshotsOf(task.task).map(({ ref }) => ref))
  for (const { ref, commit, at, message } of await snapshotsIn({ cwd }, task.taskId))
    if (!known.has(ref)) store.addSnapshot({ task: task.task, run: null, ref, commit, at, why: message })
}

/** The snapshot of the start of the task. Null if none could be taken. */
export const startOf = ({ task }: TaskRecord, { store }: TaskContext): SnapshotRecord | null =>
  store.snapshotsOf(task).find(({ why }) => why === AT_START) ?? null

/** The newest snapshot that contains work of the task. */
export const newestWork = ({ task }: TaskRecord, { store }: TaskContext): SnapshotRecord | null =>
  store.snapshotsOf(task).findLast(({ why }) => why !== AT_START) ?? null

/** Saves everything in the work tree of the task. Returns the cause for an escalation if that failed. */
export async function saveWork(task: TaskRecord, why: string, context: TaskContext): Promise<Cause | null> {
  try {
    keep(
      task,
      await takeSnapshot({ cwd: workFolder(task, context), ...nextRef(task, why, context) }),
      why,
      context,
    )
    return null
  } catch (error) {
    return causeOf(task, error)
  }
}

const nextRef = (
  { task, taskId }: TaskRecord,
  message: string,
  { store }: TaskContext,
): { readonly refName: string; readonly message: string } => ({
  refName: `refs/mayday/tasks/${taskId}/${store.snapshotsOf(task).length + 1}`,
  message,
})

function keep(task: TaskRecord, { ref, commit }: Snapshot, why: string, context: TaskContext): void {
  const { store, clock, tell } = context
  const run = store.runsOf(task.task).at(-1)?.run ?? null
  store.addSnapshot({ task: task.task, run, ref, commit, at: clock.now().toISOString(), why })
  if (why === AT_START) return
  tell({ event: 'work:saved', task: task.task, ref, why })
  crashPoint('work saved')
}

/** The target of a rollback, and whether the rollback is safe. */
export async function knownGood(task: TaskRecord, context: TaskContext): Promise<KnownGood | null> {
  const cwd = workFolder(task, context)
  const start = startOf(task, context)
  if (start === null) return { reason: 'there is no snapshot of the start of the task' }
  const sure = await certainty({ cwd, baseline: start.ref, ...ownershipOf(task, start, context) })
  if (sure !== 'certain') return sure
  const { goodCommit, startCommit } = task
  const commit = await lastGood({ cwd, goodCommit, startCommit, passedAtStart: true })
  return commit === null ? null : { commit, certain: true }
}

/** The files that the runs of the task changed, and the file that Mayday writes between them. */
const filesOf = ({ task }: TaskRecord, { store, lessons }: TaskContext): readonly string[] => [
  ...new Set([lessons.file ?? LESSONS_FILE, ...store.runsOf(task).flatMap(filesLeftBy)]),
]

/** W3. */
const ownershipOf = (
  task: TaskRecord,
  { at }: SnapshotRecord,
  context: TaskContext,
): Pick<CertaintyQuestion, 'ours' | 'others' | 'keeps'> => ({
  ours: filesOf(task, context),
  others: new Map([...othersWork(task, at, context)].map(([path, tasks]) => [path, workWords(tasks)])),
  keeps: cardsIn(task, context),
})

const UNPROVEN =
  'The task has no verify command, so Mayday cannot tell whether its start builds. The work was not changed.'

/** Rolls back to a commit. Returns the cause for an escalation if that was refused or did not help. */
export async function rollBackTask(
  task: TaskRecord,
  to: string,
  context: TaskContext,
): Promise<Cause | null> {
  const cwd = workFolder(task, context)
  const why = `before going back to ${to.slice(0, 12)}`
  try {
    const start = startOf(task, context)
    if (start === null) return causeOf(task, new Error('There is no snapshot of the start of the task.'))
    if (to !== task.goodCommit && task.verify === null) return causeOf(task, new Error(UNPROVEN))
    const { safety } = await rollBack({
      cwd,
      to,
      baseline: start.ref,
      ...ownershipOf(task, start, context),
      safety: nextRef(task, why, context),
    })
    writeLessons(context, task)
    keep(task, safety, why, context)
    if (to === task.goodCommit || (await isGoodHere(task, context))) {
      context.tell({ event: 'tree:rolled-back', task: task.task, to })
      crashPoint('tree rolled back')
      return null
    }
    const before = nextRef(task, 'the start of the task, which is broken too', context)
    const keeps = cardsIn(task, context)
    const { safety: broken } = await restoreSnapshot({ cwd, ref: safety.ref }, { before, keeps })
    writeLessons(context, task)
    keep(task, broken, before.message, context)
    return causeOf(
      task,
      new Error('The build is broken at the start of the task too; the work is back as it was.'),
    )
  } catch (error) {
    return causeOf(task, error)
  }
}

/** W2: verify may fail there, but the build must work. */
async function isGoodHere(task: TaskRecord, context: TaskContext): Promise<boolean> {
  if (task.verify === null) return false
  const { reason } = await tryVerify(task, task.verify, context)
  return !shows(reason, 'broken')
}

const causeOf = ({ task }: TaskRecord, error: unknown): Cause => {
  if (!(error instanceof Error)) throw error
  if (!(error instanceof MaydayError) && error.name !== 'Error') throw error
  return {
    key: `task:${task}:work-tree`,
    cause: error.message,
    actions: [`mayday snapshots ${task}`, `mayday restore ${task}`],
  }
}
