import type { BoardRow } from '../src/views/board-row.ts'
import type { Counts } from '../src/views/state.ts'

type TaskStatus = BoardRow['status']

export type Column = {
  readonly name: string
  readonly statuses: readonly TaskStatus[]
  /** The explanation in an empty column. */
  readonly empty: string
}

/** In the order of a task's life. */
const columns: readonly Column[] = [
  { name: 'Queued', statuses: ['new', 'queued', 'deferred'], empty: 'Nothing is queued.' },
  { name: 'Running', statuses: ['running'], empty: 'Nothing runs.' },
  { name: 'Waiting', statuses: ['waiting'], empty: 'Nothing waits.' },
  { name: 'Needs a person', statuses: ['escalated'], empty: 'No task needs a person.' },
  { name: 'Failed', statuses: ['failed'], empty: 'Nothing failed.' },
  { name: 'Succeeded', statuses: ['succeeded'], empty: 'Nothing succeeded yet.' },
  { name: 'Canceled', statuses: ['canceled', 'skipped'], empty: 'Nothing was canceled.' },
]

export type FilledColumn = Column & { readonly rows: readonly BoardRow[]; readonly all: number }

export function fillColumns(tasks: readonly BoardRow[], counts: Counts): readonly FilledColumn[] {
  const byStatus = Map.groupBy(tasks, ({ status }) => status)
  return columns.map((column) => ({
    ...column,
    rows: sorted(
      column,
      column.statuses.flatMap((status) => byStatus.get(status) ?? []),
    ),
    all: column.statuses.reduce((sum, status) => sum + counts[status], 0),
  }))
}

/** What waits: the first to go on first. Everything else: where something happened last. */
function sorted({ name }: Column, rows: readonly BoardRow[]): readonly BoardRow[] {
  if (name === 'Queued') return rows.toReversed()
  if (name === 'Running') return rows
  if (name === 'Waiting')
    return rows.toSorted((a, b) => (a.waiting?.until ?? '9999').localeCompare(b.waiting?.until ?? '9999'))
  return rows.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))
}
