/** Tasks that wait without an action of the user: at gates, or for a time. */
import * as v from 'valibot'
import { count, type Shape } from '../record/schema.ts'
import { gateSchema, type GateRecord } from '../record/task-story.ts'
import type { QueueContext } from '../scheduling/locks.ts'
import { pendingOf, waitingAt, whyWaiting } from '../scheduling/why-waiting.ts'
import { formats } from './formats.ts'
import { headOf, rowFacts, taskRow, taskRowSchema } from './task-row.ts'
import { isRecorded, described, type MaybeRecorded } from './view.ts'

export const gateRowSchema = v.object({
  ...gateSchema.entries,
  words: described(v.string(), 'what its tasks wait for: `for the usage limit`'),
  tasks: described(v.array(count), 'the numbers of the tasks that it holds, the lowest first'),
})

export type GateRow = Shape<typeof gateRowSchema>

export const waitsSchema = v.object({
  format: v.literal(formats.wait),
  opened: described(v.nullable(gateRowSchema), 'the gate that `--open` opened, as it was'),
  gates: described(v.array(gateRowSchema), 'the longest closed first'),
  tasks: described(v.array(taskRowSchema), 'those that wait for a time alone, oldest first'),
})

export type Waits = Shape<typeof waitsSchema>

export function readWaits(context: MaybeRecorded): Waits {
  if (!isRecorded(context)) return { format: formats.wait, opened: null, gates: [], tasks: [] }
  const { store } = context
  const facts = rowFacts(context)
  const waiting = store.tasks({ status: 'waiting' }).toReversed()
  return {
    format: formats.wait,
    opened: null,
    gates: gateRows(facts.gates, heldAtGates(context)),
    tasks: waiting
      .map((task) => taskRow(headOf(task, store), facts))
      .filter((row) => row.waiting?.kind === 'pause' && row.waiting.until !== null),
  }
}

export const gateRows = (
  gates: readonly GateRecord[],
  held: ReadonlyMap<string, readonly number[]>,
): readonly GateRow[] =>
  gates.map((gate) => ({
    ...gate,
    words: waitingAt(gate),
    tasks: (held.get(gate.key) ?? []).toSorted((a, b) => a - b),
  }))

/** The numbers of all tasks that a gate holds, by its key. */
export function heldAtGates(context: QueueContext): ReadonlyMap<string, readonly number[]> {
  const { store } = context
  const gates = store.gates()
  const held = new Map<string, number[]>(gates.map(({ key }) => [key, []]))
  if (gates.length === 0) return held
  for (const task of store.queued(['waiting', 'queued'])) {
    const key = whyWaiting(task, pendingOf(task, context), { locks: [], gates, context })?.gate ?? null
    if (key !== null) held.get(key)?.push(task.task)
  }
  return held
}
