import type { QueuePart } from '../../../views/queue.ts'
import type { Status } from '../../../views/status.ts'
import type { TaskRow } from '../../../views/task-row.ts'
import { oneLine } from '../screen/columns.ts'
import { whyWords } from './render-queue.ts'
import { outcome } from '../screen/run-words.ts'
import { statusWords } from '../screen/status-look.ts'

/** The changes since the last look, one line each. The first look lists everything that has not ended. */
export function statusChanges(before: Status | null, after: Status): readonly string[] {
  const told = new Set(before?.escalations.map(({ number }) => number))
  const ends = new Set(before?.ended.map(({ run }) => run))
  const plain = new Set(before?.plain.map(({ run }) => run))
  return [
    ...after.plain
      .filter(({ run }) => !plain.has(run))
      .map((run) => `run ${run.run} ${outcome(run)}: ${oneLine(run.title)}`),
    ...(before === null ? [] : after.ended.filter(({ run }) => !ends.has(run)).toReversed()).map(
      (run) => `run ${run.run} ${outcome(run)}: ${oneLine(run.title)}`,
    ),
    ...queueChanges(before?.queue ?? null, after.queue),
    ...after.escalations
      .filter(({ number }) => !told.has(number))
      .map(({ number, cause }) => `▲ escalation ${number} needs a person: ${oneLine(cause)}`),
  ]
}

function queueChanges(before: QueuePart | null, after: QueuePart): readonly string[] {
  const then = new Map(rowsOf(before).map((row) => [row.task, row]))
  const now = rowsOf(after)
  const isThere = new Set(now.map(({ task }) => task))
  return [
    ...now.filter((row) => stateOf(row) !== stateOf(then.get(row.task))).map(describeRow),
    ...[...then.values()]
      .filter(({ task }) => !isThere.has(task))
      .map((row) => `${nameOf(row)} left the queue`),
  ]
}

const rowsOf = (view: QueuePart | null): readonly TaskRow[] =>
  view === null ? [] : [...view.running, ...view.queued, ...view.waiting, ...view.deferred]

/** A running countdown of a pause is not a change. */
const stateOf = (row: TaskRow | undefined): string =>
  row === undefined ? '' : [row.status, row.run, row.waiting?.until].join(' ')

function describeRow(row: TaskRow): string {
  const run = row.status === 'running' && row.run !== null ? ` (run ${row.run})` : ''
  const why = whyWords(row, Date.now())
  return `${nameOf(row)} ${statusWords(row.status)}${run}${why === '' ? '' : `, ${why}`}`
}

const LONGEST_TITLE = 40

export function nameOf({ task, title, card }: Pick<TaskRow, 'task' | 'title' | 'card'>): string {
  const known = card === null ? title : (card.split('/').at(-1) ?? card)
  return `task ${task} (${oneLine(known).slice(0, LONGEST_TITLE).trim()})`
}
