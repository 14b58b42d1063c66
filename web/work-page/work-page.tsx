import type { VNode } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { State } from '../../src/views/state.ts'
import { goTo } from '../address.ts'
import { useCommands } from '../commands.ts'
import { useCursor } from '../cursor.ts'
import { cancelTasks, finishTasks, retryTasks, skipTasks } from '../deeds/task-deeds.ts'
import { askFor } from '../deeds/deed-dialogs.tsx'
import { filterTasks } from '../filter-rows.ts'
import { usePageKeys } from '../keys.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { useBriefs } from '../reasons.ts'
import { focusedRow, useRowFocus } from '../take-focus.ts'
import { AddTaskDialog } from './add-task-dialog.tsx'
import { groupsOf } from './groups.ts'
import { whyOf } from './row-words.ts'
import { SchedulerControls } from './scheduler-controls.tsx'
import { useSelection, type Selection } from './selection.ts'
import { useWorkView, type WorkView } from './work-view.ts'
import { WorkColumns } from './work-columns.tsx'
import { WorkList } from './work-list.tsx'

export function WorkPage({ state, address: { filter, query } }: PageProps): VNode {
  const [view, setView] = useWorkView()
  const shown = useMemo(() => filterTasks(state.tasks, filter), [state.tasks, JSON.stringify(filter)])
  const groups = useMemo(() => groupsOf(shown, state), [shown, state.counts, state.limits, state.gates])
  const order = useMemo(() => groups.map(({ rows }) => rows.map(({ task }) => task)), [groups])
  const selection = useSelection(useMemo(() => order.flat(), [order]))
  const cursor = useCursor(useMemo(() => order.map((tasks) => tasks.map((task) => `task/${task}`)), [order]))
  useRowFocus(view === 'columns' ? cursor : null)
  const flip = (): void => setView(view === 'list' ? 'columns' : 'list')
  const add = (): void => goTo({ query: { ...query, add: 'task' } })
  const { add: adding, ...kept } = query
  useWorkKeys(selection, { flip, add })
  useWorkCommands(selection, state.tasks, flip)
  const briefs = useBriefs()
  const shownWith = {
    groups,
    hasScheduler: state.holder !== null,
    whyOf: useCallback((row: BoardRow) => whyOf(row, state.needs, briefs), [state.needs, briefs]),
  }
  return (
    <main class="page wide" aria-label="Work">
      <Tools state={state} filter={filter} view={view} setView={setView} add={add} />
      {state.tasks.length === 0 ? (
        <NoTasks />
      ) : view === 'list' ? (
        <WorkList {...shownWith} selection={selection} cursor={cursor} />
      ) : (
        <WorkColumns {...shownWith} />
      )}
      {shown.length === 0 && state.tasks.length > 0 ? <p class="sub">No task with these filters.</p> : null}
      <Bulk selection={selection} tasks={state.tasks} />
      {adding === 'task' ? <AddTaskDialog state={state} onClose={() => goTo({ query: kept })} /> : null}
    </main>
  )
}

type Filter = PageProps['address']['filter']

type ToolsProps = ViewProps & {
  readonly state: State
  readonly filter: Filter
  readonly add: () => void
}

const Tools = ({ state, filter, view, setView, add }: ToolsProps): VNode => (
  <div class="tools">
    <h1 class="sr">Work</h1>
    <input
      class="in"
      type="search"
      placeholder="Filter, or press /"
      aria-label="Filter by text"
      value={filter.text ?? ''}
      onInput={(event) => goTo({ filter: { ...filter, text: event.currentTarget.value } }, { replace: true })}
    />
    <Choice name="reason" choices={state.filters.reasons} filter={filter} />
    <Choice name="agent" choices={state.filters.agents} filter={filter} />
    {Object.keys(filter).length > 0 ? (
      <button type="button" class="b bare" onClick={() => goTo({ filter: {} })}>
        Clear filters
      </button>
    ) : null}
    <span class="grow hide-s" />
    <SchedulerControls state={state} />
    <ViewChoice view={view} setView={setView} />
    <button type="button" class="b main add" onClick={add}>
      <Icon name="plus" />
      Add a task
    </button>
  </div>
)

type ViewProps = { readonly view: WorkView; readonly setView: (view: WorkView) => void }

const ViewChoice = ({ view, setView }: ViewProps): VNode => (
  <div class="seg" role="group" aria-label="View">
    <button type="button" aria-pressed={view === 'list'} onClick={() => setView('list')}>
      <Icon name="list" />
      List
    </button>
    <button type="button" aria-pressed={view === 'columns'} onClick={() => setView('columns')}>
      <Icon name="cols" />
      Columns
    </button>
  </div>
)

type ChoiceProps = {
  readonly name: 'reason' | 'agent'
  readonly choices: readonly string[]
  readonly filter: Filter
}

function Choice({ name, choices, filter }: ChoiceProps): VNode | null {
  if (choices.length === 0) return null
  return (
    <select
      class="in"
      aria-label={`Filter by ${name}`}
      value={filter[name] ?? ''}
      onChange={(event) => goTo({ filter: { ...filter, [name]: event.currentTarget.value } })}
    >
      <option value="">{name === 'reason' ? 'Any reason' : 'Any agent'}</option>
      {choices.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}

function useWorkKeys(
  { toggle, clear, chosen }: Selection,
  does: { flip: () => void; add: () => void },
): void {
  const taskAt = (): number => Number(/^task\/(\d+)$/.exec(focusedRow() ?? '')?.[1] ?? 0)
  const select = (isRange: boolean): void => {
    const task = taskAt()
    if (task > 0) toggle(task, isRange)
  }
  usePageKeys({
    v: does.flip,
    a: does.add,
    x: () => select(false),
    X: () => select(true),
    ...(chosen.size === 0 ? {} : { Escape: clear }),
  })
}

type BulkProps = { readonly selection: Selection; readonly tasks: readonly BoardRow[] }

type BulkDeed = { readonly name: string; readonly run: (rows: readonly BoardRow[]) => void }

const canRetry = ({ actions }: BoardRow): boolean => actions.includes('retry')

/** What some of the tasks can do; the others are left alone. */
function bulkDeeds(rows: readonly BoardRow[]): readonly BulkDeed[] {
  const can = (action: BoardRow['actions'][number]): boolean =>
    rows.some(({ actions }) => actions.includes(action))
  const asking = (kind: 'hint' | 'agent') => (some: readonly BoardRow[]) =>
    askFor({ kind, tasks: some.filter(canRetry) })
  return [
    ...(can('retry')
      ? [
          { name: 'Retry', run: retryTasks },
          { name: 'With a hint', run: asking('hint') },
          { name: 'Another agent', run: asking('agent') },
        ]
      : []),
    ...(can('done') ? [{ name: 'Done', run: finishTasks }] : []),
    ...(can('skip') ? [{ name: 'Skip', run: skipTasks }] : []),
    ...(can('cancel') ? [{ name: 'Cancel', run: cancelTasks }] : []),
  ]
}

const chosenOf = ({ chosen }: Selection, tasks: readonly BoardRow[]): readonly BoardRow[] =>
  tasks.filter(({ task }) => chosen.has(task))

function useWorkCommands(selection: Selection, tasks: readonly BoardRow[], flip: () => void): void {
  const rows = chosenOf(selection, tasks)
  useCommands(
    `${rows.length} selected`,
    bulkDeeds(rows).map(({ name, run }) => ({
      name: `${name}: ${rows.length} selected`,
      run: () => {
        run(rows)
        selection.clear()
      },
    })),
  )
  useCommands('Work', [{ name: 'List or columns', key: 'v', words: 'board view', run: flip }])
}

/** What all the selected tasks can do at once. */
function Bulk({ selection, tasks }: BulkProps): VNode | null {
  const rows = chosenOf(selection, tasks)
  const { clear } = selection
  if (rows.length === 0) return null
  return (
    <div class="bulk" role="toolbar" aria-label={`${rows.length} selected`}>
      <b>{rows.length} selected</b>
      {bulkDeeds(rows).map(({ name, run }) => (
        <button
          key={name}
          type="button"
          class="b"
          onClick={() => {
            run(rows)
            clear()
          }}
        >
          {name}
        </button>
      ))}
      <button type="button" class="b" onClick={clear}>
        Clear <kbd class="hide-s">Esc</kbd>
      </button>
    </div>
  )
}

const NoTasks = (): VNode => (
  <Empty
    title="No tasks yet"
    suggestions={[
      {
        does: 'Add a task from a terminal: what is to be done, and the command that proves it',
        command: 'mayday add "Fix the login test" --agent claude --verify "npm test"',
      },
      { does: 'Then run what is queued. Start the scheduler does the same here', command: 'mayday work' },
    ]}
  >
    <p>
      <code>mayday explain</code> says why one output failed. A task goes on from there: Mayday runs the
      agent, checks its work, and tries again with what it learned. Add one with the button above, or press{' '}
      <kbd>a</kbd>.
    </p>
  </Empty>
)
