import type { BoardRow } from '../src/views/board-row.ts'
import type { Filter } from './address.ts'

type Filtered = Pick<BoardRow, 'reason' | 'class' | 'agent' | 'phase'> & { readonly words: string }

const wordsOf = (row: BoardRow): string =>
  [
    row.title,
    row.card,
    row.flow,
    row.agent,
    row.reason,
    row.summary,
    row.live?.doing,
    `#${row.task}`,
    `run ${row.run}`,
  ]
    .join(' ')
    .toLowerCase()

/** Whether a row matches the filter. Each word of the text must occur somewhere. */
const passes = (row: Filtered, filter: Filter): boolean =>
  (['reason', 'class', 'agent', 'phase'] as const).every(
    (name) => filter[name] === undefined || row[name] === filter[name],
  ) &&
  (filter.text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => row.words.includes(word))

export const filterTasks = (tasks: readonly BoardRow[], filter: Filter): readonly BoardRow[] =>
  Object.keys(filter).length === 0
    ? tasks
    : tasks.filter((row) => passes({ ...row, words: wordsOf(row) }, filter))
