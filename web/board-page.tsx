import type { VNode } from 'preact'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import type { BoardRow } from '../src/views/board-row.ts'
import type { State } from '../src/views/state.ts'
import { linkTo, type Address } from './address.ts'
import { fillColumns, type FilledColumn } from './columns.ts'
import { useCursor } from './cursor.ts'
import { FilterBar } from './filters.tsx'
import { filterTasks } from './filter-rows.ts'
import { Notices } from './notices.tsx'
import { TaskTile, TILE_PX } from './task-tile.tsx'
import { VirtualList } from './virtual-list.tsx'

const keyOf = ({ task }: BoardRow): string => `task/${task}`
const heightOf = (): number => TILE_PX + 6

export function BoardPage({ state, address }: { readonly state: State; readonly address: Address }): VNode {
  const { filter, subject } = address
  const shown = useMemo(() => filterTasks(state.tasks, filter), [state.tasks, JSON.stringify(filter)])
  const columns = useMemo(() => fillColumns(shown, state.counts), [shown, state.counts])
  const order = useMemo(() => columns.map(({ rows }) => rows.map(keyOf)), [columns])
  const cursor = useCursor(order)
  const open = subject?.kind === 'task' ? subject.task : null
  useEffect(() => {
    // The panel takes space, so the open row is scrolled into view.
    document.querySelector('.tile[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <main class="page" aria-label="Board">
      <h1 class="unseen">Board</h1>
      {state.tasks.length === 0 ? null : (
        <FilterBar
          filter={filter}
          choices={state.filters}
          shown={shown.length}
          all={state.tasks.length}
          what="task"
        />
      )}
      <Notices state={state} />
      {state.tasks.length === 0 ? (
        <FirstSteps hasCards={state.board !== null} />
      ) : (
        <div class="columns" tabIndex={0} role="group" aria-label="Columns by status">
          {columns.map((column) => (
            <ColumnOf
              key={column.name}
              column={column}
              isFiltered={Object.keys(filter).length > 0}
              cursor={cursor}
              open={open}
              query={JSON.stringify(filter)}
            />
          ))}
        </div>
      )}
    </main>
  )
}

type ColumnProps = {
  readonly column: FilledColumn
  readonly isFiltered: boolean
  readonly cursor: string | null
  readonly open: number | null
  /** The query string with the filters, for the links of the rows. */
  readonly query: string
}

function ColumnOf({ column, isFiltered, cursor, open, query }: ColumnProps): VNode {
  const { name, rows, all, empty } = column
  const render = useCallback(
    (row: BoardRow): VNode => (
      <TaskTile
        row={row}
        isOpen={row.task === open}
        href={linkTo({ subject: { kind: 'task', task: row.task }, log: null })}
      />
    ),
    [open, query],
  )
  const id = `column-${name.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section class={`column${rows.length === 0 ? ' is-empty' : ''}`} aria-labelledby={id}>
      <h2 id={id}>
        {name} <span class="count">{isFiltered ? rows.length : all}</span>
      </h2>
      {rows.length === 0 ? (
        <p class="muted column-empty">{isFiltered ? 'None with these filters.' : empty}</p>
      ) : (
        <VirtualList
          items={rows}
          heightOf={heightOf}
          keyOf={keyOf}
          render={render}
          label={`${name} tasks`}
          cursor={cursor}
        />
      )}
    </section>
  )
}

function FirstSteps({ hasCards }: { readonly hasCards: boolean }): VNode {
  return (
    <div class="teach">
      <h2>No runs yet</h2>
      <p>
        Everything that Mayday runs in this project appears here automatically.
        {hasCards ? (
          <>
            {' '}
            Open one of its <a href="#/cards">cards</a> and enqueue it, or try
          </>
        ) : (
          ' Try'
        )}{' '}
        one of these in a terminal:
      </p>
      <dl>
        <dt>
          <code>mayday run -- claude -p "fix the login test"</code>
        </dt>
        <dd>runs an agent once, and says why it failed if it does</dd>
        <dt>
          <code>mayday add "Fix the login test" --agent claude --verify "npm test"</code>
        </dt>
        <dd>
          queues a task; <code>mayday work</code> runs it, and retries with the lesson of a failure
        </dd>
        <dt>
          <code>mayday board --demo</code>
        </dt>
        <dd>shows this page with sample data, and leaves your project unchanged</dd>
      </dl>
    </div>
  )
}
