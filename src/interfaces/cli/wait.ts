import { UsageError } from '../../errors.ts'
import type { Store } from '../../record/store.ts'
import type { GateRecord, TaskRecord } from '../../record/task.ts'
import type { RunCommand } from './command.ts'
import { openRecorded } from './open-store.ts'
import { renderOpened, renderWaits } from './render-waits.ts'
import { shownJson } from '../shown.ts'

/** A gate with the tasks that wait at it. */
export type GateView = GateRecord & { readonly tasks: readonly number[] }

/** Everything that waits by itself: at gates, and for a time alone. */
export type Waits = { readonly gates: readonly GateView[]; readonly timed: readonly TimedTask[] }

export type TimedTask = Pick<TaskRecord, 'task' | 'taskId' | 'title'> & {
  readonly until: string
  /** By the plan that is to be carried out then. */
  readonly why: string | null
}

export const runWait: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `wait takes options only, and got '${args.positionals[0]}'. To open a gate: mayday wait --open KEY`,
    )
  const key = args.text('open')
  const { colour, columns } = terminal
  const { store } = await openRecorded(terminal)
  try {
    const before = waitsIn(store)
    const opened = key === undefined ? null : open(store, key, before)
    const waits = opened === null ? before : waitsIn(store)
    if (args.flag('json')) terminal.out(waitsJson(waits, opened))
    else if (opened === null) terminal.out(renderWaits(waits, { nowMs: Date.now(), colour, columns }))
    else terminal.out(renderOpened(opened))
    return 0
  } finally {
    store?.close()
  }
}

function waitsIn(store: Store | null): Waits {
  if (store === null) return { gates: [], timed: [] }
  const waiting = store.tasks({ status: 'waiting' }).toReversed()
  return {
    gates: store.gates().map((gate) => ({
      ...gate,
      tasks: waiting.filter((task) => task.gate === gate.key).map(({ task }) => task),
    })),
    timed: waiting.flatMap((task) => timedTask(store, task)),
  }
}

function timedTask(store: Store, { task, taskId, title, gate, waitUntil }: TaskRecord): readonly TimedTask[] {
  if (gate !== null || waitUntil === null) return []
  const plan = store.plansOf(task).find(({ state }) => state === 'planned')
  return [{ task, taskId, title, until: waitUntil, why: plan?.why ?? null }]
}

function open(store: Store | null, key: string, { gates }: Waits): GateView {
  const gate = gates.find((one) => one.key === key)
  if (store !== null && gate !== undefined && store.openGate(key)) return gate
  if (gates.length === 0) throw new UsageError(`There is no closed gate '${key}': all are open.`)
  throw new UsageError(`There is no closed gate '${key}'. Closed: ${gates.map((one) => one.key).join(', ')}.`)
}

const waitsJson = ({ gates, timed }: Waits, opened: GateView | null): string =>
  `${shownJson(
    {
      format: 'mayday.wait/1',
      opened,
      gates,
      tasks: timed,
    },
    2,
  )}\n`
