import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MaydayError } from '../../../errors.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { isPending } from '../../../record/task-states.ts'
import { cancelTask } from '../../../scheduling/cancel-task.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import { supervisorWords } from '../../../supervision/owners.ts'
import { RunFolder } from '../../../supervision/run-folder.ts'
import { oneLine } from '../screen/columns.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { findRecorded } from '../record/find-recorded.ts'
import { findCard } from '../record/find-card.ts'
import type { Named } from '../parse/value-types.ts'
import { endOrphans } from '../record/open-store.ts'
import { isRecorded, type MaybeRecorded } from '../../../views/view.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { outcome } from '../screen/run-words.ts'
import { statusWords } from '../screen/status-look.ts'
import { complain } from '../../complain.ts'

const LOOK_EVERY_MS = 100
const LOOKS_PER_RECONCILE = 20

/** The result of a cancel. */
type Canceled = {
  readonly run: RunRecord | null
  readonly task: TaskRecord | null
  readonly isCanceled: boolean
  readonly said: string
}

/** Asks the supervisor to stop the run, and waits until it has ended. Completion wins: an ended run stays unchanged. */
export async function runCancel(
  { named }: { readonly named: Named },
  screen: Screen<Answer<'mayday.cancel/1'>>,
): Promise<number> {
  using context = await openRecordedQueue({ shared: 'writes' })
  const found =
    named.kind === 'card' ? cardTask(named.word, context) : findRecorded(context.store, named.word)
  if (!isRecorded(context)) return exitWith('trouble')
  if (context.ship !== undefined)
    return await (
      await import('../fleet/cancel.ts')
    ).cancelOnFleet(found, { ...context, ship: context.ship }, screen)
  const done = 'runId' in found ? await cancelRun(found, context) : await cancelCard(found, context)
  return screen.answer(cancelJson(done), () => `${done.said}\n`)
}

function cardTask(path: string, context: MaybeRecorded): TaskRecord {
  const { card, task } = findCard(path, context)
  if (task !== null) return task
  throw new MaydayError(
    'NOTHING_TO_CANCEL',
    `Nothing is queued or running for ${card.relative}, so there is nothing to cancel. See: mayday queue`,
  )
}

async function cancelRun(run: RunRecord, context: QueueContext): Promise<Canceled> {
  const task = context.store.task(run.task)
  if (!isLive(run)) return endedRun(run, task, context)
  new RunFolder(join(context.project.record, run.logPath)).askToCancel()
  return afterRun(await untilEnded(context, run.run), context)
}

/** The run has already ended. A pending retry of its task is canceled. */
function endedRun(run: RunRecord, task: TaskRecord | null, context: QueueContext): Canceled {
  const said = `run ${run.run} has already ended: ${outcome(run)}`
  if (task === null || task.isImplicit || !isPending(task.status))
    return { run, task, isCanceled: run.status === 'canceled', said }
  cancelTask(task, context)
  return {
    run,
    task: context.store.task(task.task),
    isCanceled: true,
    said: `${said}; task ${task.task} would have continued and is canceled`,
  }
}

async function cancelCard(task: TaskRecord, context: QueueContext): Promise<Canceled> {
  const card = oneLine(task.card ?? `task ${task.task}`)
  const asked = cancelTask(task, context)
  if (asked.kind === 'asked' && asked.run !== null)
    return afterRun(await untilEnded(context, asked.run), context)
  const now = context.store.task(task.task)
  const isCanceled = asked.kind === 'canceled'
  const said = isCanceled
    ? `${card} is canceled: nothing is started for it any more`
    : `${card} has already ended: ${statusWords(now?.status ?? task.status)}`
  return { run: null, task: now, isCanceled, said }
}

function afterRun(run: RunRecord, context: QueueContext): Canceled {
  const task = context.store.task(run.task)
  if (run.status !== 'canceled') return endedRun(run, task, context)
  const card = task?.card ?? null
  return {
    run,
    task,
    isCanceled: true,
    said: `run ${run.run} is canceled${card === null ? '' : ` (${oneLine(card)})`}`,
  }
}

const cancelJson = ({ run, task, isCanceled }: Canceled): Answer<'mayday.cancel/1'> => ({
  run: run?.run ?? null,
  task: task?.task ?? null,
  card: task?.card ?? null,
  canceled: isCanceled,
  status: run?.status ?? task?.status ?? null,
})

/** The supervisor may die during the wait. Then an adopter must end the run. */
async function untilEnded(context: QueueContext, number: number): Promise<RunRecord> {
  for (let looks = 1; ; looks += 1) {
    const run = findRecorded(context.store, String(number))
    if (!isLive(run) && !isSettling(run, context, looks)) return run
    if (looks === LOOKS_PER_RECONCILE) reportWait(run, context)
    if (looks % LOOKS_PER_RECONCILE === 0) await endOrphans(context)
    await pause(LOOK_EVERY_MS)
  }
}

/** Says what the command waits for, and how to end the wait. */
function reportWait({ run }: RunRecord, context: QueueContext): void {
  const who = supervisorWords(run, context)
  complain(`waiting for run ${run} to stop${who}. Ctrl+C ends this wait; the run still stops.`)
}

/** The task loop needs a moment to record the next status after a run. If no loop is left, this wait is bounded. */
const isSettling = (run: RunRecord, { store }: QueueContext, looks: number): boolean =>
  run.status !== 'canceled' && store.task(run.task)?.status === 'running' && looks < LOOKS_PER_RECONCILE
