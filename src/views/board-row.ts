/** A task as the board shows it: its row, and the current state of its files. */
import * as v from 'valibot'
import { moment, type Shape } from '../record/schema.ts'
import type { TaskHead } from '../record/sqlite/task-heads.ts'
import { liveRunSchema, type LiveRun } from './live-run.ts'
import { taskRow, taskRowSchema, type RowFacts } from './task-row.ts'
import { described } from './view.ts'

export const boardRowSchema = v.object({
  ...taskRowSchema.entries,
  lastActivityAt: described(moment, 'when something last happened: it was added, started, printed or ended'),
  live: described(v.nullable(liveRunSchema), 'what its live run does now'),
  problem: described(v.nullable(v.string()), 'why the state of its card is impossible, in a sentence'),
})

export type BoardRow = Shape<typeof boardRowSchema>

/** The state of a live run from its files, and the time of its last output. */
export type LiveView = LiveRun & { readonly printedAt: string | null }

export type BoardFacts = RowFacts & {
  /** By the id of the run. */
  readonly live: ReadonlyMap<string, LiveView>
  /** By the number of the task. */
  readonly problems: ReadonlyMap<number, string>
}

/** The lock holders are searched only for this many queued tasks, because each search reads locks and folders. */
const EXPLAINED = 100

export function boardRows(heads: readonly TaskHead[], facts: BoardFacts): readonly BoardRow[] {
  const queued = heads
    .filter(({ task }) => task.status === 'queued')
    .toSorted((a, b) => (a.task.place ?? 0) - (b.task.place ?? 0))
  const explained = new Set(queued.slice(0, EXPLAINED).map(({ task }) => task.task))
  const brief = { ...facts, locks: [] }
  return heads.map((head) => boardRow(head, explained.has(head.task.task) ? facts : brief))
}

export function boardRow(head: TaskHead, facts: BoardFacts): BoardRow {
  const { task, last } = head
  const live = last === null ? undefined : facts.live.get(last.runId)
  return {
    ...taskRow(head, facts),
    lastActivityAt: live?.printedAt ?? last?.endedAt ?? last?.startedAt ?? task.createdAt,
    live: live === undefined ? null : withoutPrinted(live),
    problem: facts.problems.get(task.task) ?? null,
  }
}

const withoutPrinted = ({ printedAt: _, ...live }: LiveView): LiveRun => live
