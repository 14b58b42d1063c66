/** The dense list: a header for each group, and a line for each task. */
import type { ComponentClass, VNode } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import { linkFor } from '../address.ts'
import { memo } from '../memo.ts'
import { useNarrow } from '../narrow.ts'
import { useNow } from '../now.ts'
import { LongList } from '../parts/long-list.tsx'
import { StateMark } from '../parts/state.tsx'
import type { Group } from './groups.ts'
import { costOf, spokenOf, timeOf, type RowFacts } from './row-words.ts'
import type { Selection } from './selection.ts'

type Line = { readonly group: Group } | { readonly row: BoardRow }

const keyOf = (line: Line): string => ('group' in line ? line.group.name : `task/${line.row.task}`)

type WorkListProps = {
  readonly groups: readonly Group[]
  readonly selection: Selection
  readonly hasScheduler: boolean
  readonly whyOf: (row: BoardRow) => string | null
  readonly cursor: string | null
}

export function WorkList({ groups, selection, hasScheduler, whyOf, cursor }: WorkListProps): VNode {
  const isNarrow = useNarrow()
  const lines = useMemo(
    () =>
      groups.flatMap((group): readonly Line[] =>
        group.rows.length === 0 ? [] : [{ group }, ...group.rows.map((row) => ({ row }))],
      ),
    [groups],
  )
  const heightOf = useCallback(
    (line: Line): number => ('group' in line ? (isNarrow ? 44 : 40) : isNarrow ? 76 : 31),
    [isNarrow],
  )
  const { chosen, toggle } = selection
  const render = useCallback(
    (line: Line): VNode =>
      'group' in line ? (
        <Header group={line.group} />
      ) : (
        <Row
          row={line.row}
          isChosen={chosen.has(line.row.task)}
          onToggle={toggle}
          hasScheduler={hasScheduler}
          why={whyOf(line.row)}
        />
      ),
    [chosen, hasScheduler, whyOf],
  )
  return (
    <div class="work" role="table" aria-label="Tasks" aria-rowcount={lines.length + 1}>
      <Columns />
      <LongList items={lines} heightOf={heightOf} keyOf={keyOf} render={render} cursor={cursor} />
    </div>
  )
}

const Columns = (): VNode => (
  <div role="rowgroup" class="thead">
    <div class="wr" role="row">
      <span role="columnheader">
        <span class="sr">Select</span>
      </span>
      <span role="columnheader">
        <span class="sr">State</span>
      </span>
      <span role="columnheader">#</span>
      <span role="columnheader">Task</span>
      <span role="columnheader">Agent</span>
      <span
        role="columnheader"
        class="n opt"
        title="Attempts that count, of those that it has. A limit of the provider or a refused login does not count."
      >
        Try
      </span>
      <span role="columnheader" class="n">
        Time
      </span>
      <span role="columnheader" class="n opt">
        Turns
      </span>
      <span role="columnheader" class="n">
        Cost
      </span>
      <span role="columnheader">Last words, or why it waits</span>
    </div>
  </div>
)

const Header = ({ group: { title, status, note, name, act } }: { readonly group: Group }): VNode => (
  <div class="wr grp" role="row">
    <span role="cell" class="head-cell">
      <StateMark status={name === 'done' ? 'ended' : status} words="" />
      <b>{title}</b>
      <span class="cut">{note}</span>
      {name === 'needs' ? (
        <a href="/" class="b">
          Open the list
        </a>
      ) : null}
      {act === undefined ? null : (
        <button type="button" class="b" onClick={act.run}>
          {act.name}
        </button>
      )}
    </span>
  </div>
)

const Title = ({ row: { task, title, run, problem } }: { readonly row: BoardRow }): VNode => (
  <span role="cell" class="c-t title">
    <a href={run === null ? linkFor({ page: 'task', task }) : linkFor({ page: 'run', run, tab: 'why' })}>
      {title}
    </a>
    {problem === null ? null : <span class="fail"> Impossible state: {problem}</span>}
  </span>
)

type RowProps = RowFacts & {
  readonly row: BoardRow
  readonly isChosen: boolean
  readonly onToggle: (task: number, isRange: boolean) => void
}

const Row: ComponentClass<RowProps> = memo(({ row, isChosen, onToggle, ...facts }: RowProps): VNode => {
  const { task, agent, countedAttempts, budgetAttempts, isImplicit } = row
  return (
    <div
      class={`wr tile is-${row.status}${isChosen ? ' sel' : ''}`}
      role="row"
      data-key={`task/${task}`}
      data-task={task}
      aria-selected={isChosen}
    >
      <span role="cell" class="c-x">
        <input
          type="checkbox"
          aria-label={`Select #${task}`}
          checked={isChosen}
          onClick={(event) => onToggle(task, event.shiftKey)}
        />
      </span>
      <Live row={row} {...facts} part="state" />
      <span role="cell" class="c-id id c-hide">
        {task}
      </span>
      <Title row={row} />
      <span role="cell" class="c-a">
        {agent ?? 'command'}
      </span>
      <span role="cell" class="c-try n opt c-hide dim">
        {isImplicit ? '' : `${countedAttempts}/${budgetAttempts}`}
      </span>
      <Live row={row} {...facts} part="time" />
      <span role="cell" class="c-n n opt c-hide">
        {row.live?.turns ?? row.turns ?? ''}
      </span>
      <span role="cell" class="c-c n">
        {costOf(row)}
      </span>
      <Live row={row} {...facts} part="words" />
    </div>
  )
})

/** For other statuses the reason of the last failure would seem current. */
const EXPLAINED: ReadonlySet<string> = new Set(['failed', 'escalated', 'waiting'])

/** The words about a pause for all name the reason themselves: where room is scarce, the code is left out. */
const codeLook = ({ waiting }: BoardRow): string =>
  (waiting?.gate ?? null) === null ? 'why-code reason' : 'why-code reason hide-m'

type LiveProps = RowFacts & {
  readonly row: BoardRow
  readonly part: 'state' | 'time' | 'words'
}

/** Only these cells change with time. */
function Live({ row, part, ...facts }: LiveProps): VNode {
  const now = useNow()
  if (part === 'time')
    return (
      <span role="cell" class="c-time n">
        {timeOf(row, now)}
      </span>
    )
  const { status, lead, words, isMachine } = spokenOf(row, now, facts)
  if (part === 'state')
    return (
      <span role="cell" class="c-s">
        <StateMark status={status} />
      </span>
    )
  return (
    <span role="cell" class="c-say say" title={words}>
      <span class="cut">
        {lead === null ? null : <b class="wait">{lead}</b>}
        {lead !== null && words !== '' ? ' · ' : ''}
        {isMachine ? <span class="mono">{words}</span> : words}
      </span>
      {EXPLAINED.has(row.status) && row.reason !== null ? (
        <span class={codeLook(row)}>{row.reason}</span>
      ) : null}
    </span>
  )
}
