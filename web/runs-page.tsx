/** Every run that was recorded, the newest first: more of them come as one scrolls. */
import type { VNode } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { RunRow, Runs, State } from '../src/interfaces/board/api.ts'
import { linkTo, type Address, type Filter } from './address.ts'
import { Chip } from './chip.tsx'
import { ask, RefusedError } from './client.ts'
import { useCursor } from './cursor.ts'
import { FilterBar } from './filters.tsx'
import { Ago, Since } from './next-step.tsx'
import { VirtualList } from './virtual-list.tsx'
import { duration, money } from './words.ts'

const PAGE = 200
const heightOf = (): number => 34
const keyOf = ({ run }: RunRow): string => `run/${run}`

type Loaded = {
  readonly runs: readonly RunRow[]
  readonly next: number | null
  readonly error: string | null
}

const NOTHING: Loaded = { runs: [], next: 0, error: null }

const queryOf = (filter: Filter, before: number): string => {
  const words = new URLSearchParams({ limit: String(PAGE) })
  for (const name of ['reason', 'agent', 'phase'] as const) if (filter[name]) words.set(name, filter[name])
  if (before > 0) words.set('before', String(before))
  return `runs?${words.toString()}`
}

/** What is loaded, and a way to load more. `mark` changes when there may be newer runs. */
function useRuns(filter: Filter, mark: string): Loaded & { readonly more: () => void } {
  const [loaded, setLoaded] = useState(NOTHING)
  const query = queryOf(filter, 0)
  const asking = useRef<string | null>(null)
  const load = async (before: number): Promise<void> => {
    const path = queryOf(filter, before)
    if (asking.current === path) return
    asking.current = path
    try {
      const { runs, next } = await ask<Runs>(path)
      if (asking.current === path) setLoaded((old) => joined(old, runs, before, next))
    } catch (error) {
      if (error instanceof RefusedError) setLoaded((old) => ({ ...old, error: error.message, next: null }))
    } finally {
      if (asking.current === path) asking.current = null
    }
  }
  useEffect(() => setLoaded(NOTHING), [query])
  useEffect(() => void load(0), [query, mark])
  return { ...loaded, more: () => void (loaded.next !== null && loaded.next > 0 && load(loaded.next)) }
}

/** The first page again takes the place of what it tells anew, and leaves what lies behind it. */
function joined(old: Loaded, runs: readonly RunRow[], before: number, next: number | null): Loaded {
  if (before > 0) return { runs: [...old.runs, ...runs], next, error: null }
  const told = new Set(runs.map(({ run }) => run))
  const behind = old.runs.filter(({ run }) => !told.has(run))
  return { runs: [...runs, ...behind], next: behind.length === 0 ? next : old.next, error: null }
}

export function RunsPage({ state, address }: { readonly state: State; readonly address: Address }): VNode {
  const { filter, subject } = address
  const newest = state.tasks.reduce((most, { run }) => Math.max(most, run ?? 0), 0)
  const { runs, next, error, more } = useRuns(filter, `${newest} ${JSON.stringify(state.counts)}`)
  const order = useMemo(() => [runs.map(keyOf)], [runs])
  const cursor = useCursor(order)
  const open = subject?.kind === 'run' ? subject.run : null
  const render = useCallback(
    (row: RunRow): VNode => <RunLine row={row} isOpen={row.run === open} />,
    [open, JSON.stringify(filter)],
  )
  return (
    <main class="page" aria-label="Runs">
      <h1 class="unseen">Runs</h1>
      <FilterBar
        filter={filter}
        choices={state.filters}
        shown={runs.length}
        all={runs.length}
        what="run"
        names={['reason', 'agent', 'phase']}
      />
      {error === null ? null : <p class="notice is-failed">{error}</p>}
      {runs.length === 0 && next === null && error === null ? (
        <p class="teach">
          No runs{Object.keys(filter).length === 0 ? ' yet: try ' : ' with these filters: '}
          <code>mayday run -- claude -p "fix the login test"</code>
        </p>
      ) : (
        <>
          <div class="run-line run-head" aria-hidden="true">
            <span>Run</span>
            <span>Outcome</span>
            <span>Task</span>
            <span>Agent</span>
            <span>Took</span>
            <span>Cost</span>
            <span>Began</span>
          </div>
          <VirtualList
            items={runs}
            heightOf={heightOf}
            keyOf={keyOf}
            render={render}
            label="Runs, the newest first"
            cursor={cursor}
            onNearEnd={more}
          />
        </>
      )}
    </main>
  )
}

function RunLine({ row, isOpen }: { readonly row: RunRow; readonly isOpen: boolean }): VNode {
  const { run, task, title, agent, durationMs, costUsd, startedAt, statusThatCounts, reasonThatCounts } = row
  return (
    <a
      class="run-line"
      href={linkTo({ subject: { kind: 'run', run }, log: null })}
      aria-current={isOpen ? 'true' : undefined}
      data-task={task}
    >
      <span class="number">{run}</span>
      <Chip status={statusThatCounts} reason={statusThatCounts === 'failed' ? reasonThatCounts : null} />
      <span class="cut">{title}</span>
      <span class="muted cut">{agent ?? 'command'}</span>
      <span class="figure">{durationMs === null ? <Since at={startedAt} /> : duration(durationMs)}</span>
      <span class="figure">{money(costUsd)}</span>
      <span class="muted figure">
        <Ago at={startedAt} />
      </span>
    </a>
  )
}
