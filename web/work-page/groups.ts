/** The tasks by status, in the order of the list and of the columns. */
import type { BoardRow } from '../../src/views/board-row.ts'
import type { State } from '../../src/views/state.ts'
import { gateName, openGate } from '../deeds/gate-deeds.ts'
import { needsPerson, plural } from '../words.ts'

export type GroupName = 'needs' | 'running' | 'waiting' | 'queued' | 'done'

export type Group = {
  readonly name: GroupName
  readonly title: string
  /** Of the mark. */
  readonly status: string
  readonly rows: readonly BoardRow[]
  readonly note: string
  /** What can be done for the whole group. */
  readonly act?: { readonly name: string; readonly run: () => void }
}

const nameOf = ({ status }: BoardRow): GroupName => {
  switch (status) {
    case 'escalated':
      return 'needs'
    case 'running':
      return 'running'
    case 'waiting':
      return 'waiting'
    case 'new':
    case 'queued':
    case 'deferred':
      return 'queued'
    default:
      return 'done'
  }
}

const newest = (a: BoardRow, b: BoardRow): number => b.lastActivityAt.localeCompare(a.lastActivityAt)

const soonest = (a: BoardRow, b: BoardRow): number =>
  (a.waiting?.until ?? '9999').localeCompare(b.waiting?.until ?? '9999')

/** With one pause the group can be resumed; several are resumed one by one, on Needs you. */
function resumeIn(state: State): Pick<Group, 'act'> {
  const [gate, ...more] = state.gates.filter(({ tasks }) => tasks.length > 0)
  if (gate === undefined || more.length > 0) return {}
  return {
    act: {
      name: `Resume ${gateName(gate.key).replace(/^(?:This|Every) /, (word) => word.toLowerCase())} now`,
      run: () => openGate(gate.key, state),
    },
  }
}

/** How many wait, and whether they go on by themselves. */
function waitingNote(rows: readonly BoardRow[], otherwise: string): string {
  const held = rows.filter(({ waiting }) => waiting !== null && needsPerson(waiting)).length
  if (held === 0) return `${rows.length}, ${otherwise}`
  return held === rows.length
    ? `${held}, until a person helps`
    : `${rows.length}, ${held} of them until a person helps`
}

/** A number of none is not said. */
const overWords = ({ succeeded, failed, skipped, canceled }: State['counts']): string =>
  (
    [
      [succeeded, 'succeeded'],
      [failed, 'failed'],
      [skipped + canceled, 'skipped or canceled'],
    ] as const
  )
    .flatMap(([n, words]) => (n === 0 ? [] : [`${n} ${words}`]))
    .join(', ')

const doneGroup = (rows: readonly BoardRow[], { counts }: State): Group => ({
  name: 'done',
  title: 'Done',
  status: 'succeeded',
  rows: rows.toSorted(newest),
  note: overWords(counts),
})

export function groupsOf(shown: readonly BoardRow[], state: State): readonly Group[] {
  const { limits } = state
  const by = Map.groupBy(shown, nameOf)
  const rows = (name: GroupName): readonly BoardRow[] => by.get(name) ?? []
  const goOn =
    state.holder === null && !state.isShared ? 'start when the scheduler runs' : 'start by themselves'
  return [
    {
      name: 'needs',
      title: 'Needs you',
      status: 'escalated',
      rows: rows('needs').toSorted(newest),
      note: plural(rows('needs').length, 'task'),
    },
    {
      name: 'running',
      title: 'Running',
      status: 'running',
      rows: rows('running'),
      note: `${rows('running').length} of ${limits.concurrency} at once`,
    },
    {
      name: 'waiting',
      title: 'Waiting',
      status: 'waiting',
      rows: rows('waiting').toSorted(soonest),
      note: waitingNote(rows('waiting'), goOn),
      ...resumeIn(state),
    },
    {
      name: 'queued',
      title: 'Queued',
      status: 'queued',
      rows: rows('queued').toReversed(),
      note: waitingNote(rows('queued'), 'next in this order'),
    },
    doneGroup(rows('done'), state),
  ]
}
