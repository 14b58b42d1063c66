import { UsageError } from '../../../errors.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { GateRecord } from '../../../record/task-story.ts'
import { openGateByHand } from '../../../recovery/answer-escalation.ts'
import type { Screen } from '../command.ts'
import { heldAtGates, pendingOf, whyWaiting, type Holding } from '../../../scheduling/why-waiting.ts'
import { hasStore, openRecordedQueue, type RecordedQueue } from '../record/queue-context.ts'
import { renderOpened, renderWaits } from './render-waits.ts'

/** A gate with the tasks that wait at it. */
export type GateView = GateRecord & { readonly tasks: readonly number[] }

/** Everything that waits by itself: at gates, and for a time alone. */
export type Waits = { readonly gates: readonly GateView[]; readonly timed: readonly TimedTask[] }

export type TimedTask = Pick<TaskRecord, 'task' | 'taskId' | 'title'> & {
  readonly until: string
  /** By the plan that is to be carried out then. */
  readonly why: string | null
}

export async function runWait(
  { open: key }: { readonly open: string | undefined },
  screen: Screen,
): Promise<number> {
  using context = await openRecordedQueue({ shared: key === undefined ? 'reads' : 'writes' })
  const before = waitsIn(context)
  const opened = key === undefined ? null : open(context.store, key, before)
  if (opened !== null) await context.ship?.()
  const waits = opened === null ? before : waitsIn(context)
  return screen.answer({ opened, gates: waits.gates, tasks: waits.timed }, () =>
    opened === null ? renderWaits(waits, { nowMs: Date.now(), ...screen }) : renderOpened(opened),
  )
}

function waitsIn(context: RecordedQueue): Waits {
  if (!hasStore(context)) return { gates: [], timed: [] }
  const { store } = context
  const gates = store.gates()
  const held = heldAtGates(context)
  return {
    gates: gates.map((gate) => ({ ...gate, tasks: held.get(gate.key) ?? [] })),
    timed: store
      .tasks({ status: 'waiting' })
      .toReversed()
      .flatMap((task) => timedTask(task, { locks: [], gates, context })),
  }
}

function timedTask(task: TaskRecord, holding: Holding): readonly TimedTask[] {
  const waiting = whyWaiting(task, pendingOf(task, holding.context), holding)
  if (waiting?.kind !== 'pause' || waiting.until === null) return []
  const plan = holding.context.store.plansOf(task.task).find(({ state }) => state === 'planned')
  return [
    {
      task: task.task,
      taskId: task.taskId,
      title: task.title,
      until: waiting.until,
      why: plan?.why ?? null,
    },
  ]
}

function open(store: Store | null, key: string, { gates }: Waits): GateView {
  const gate = gates.find((one) => one.key === key)
  if (store !== null && gate !== undefined && openGateByHand(key, new Date(), store)) return gate
  if (gates.length === 0) throw new UsageError(`There is no closed gate '${key}': all are open.`)
  throw new UsageError(`There is no closed gate '${key}'. Closed: ${gates.map((one) => one.key).join(', ')}.`)
}
