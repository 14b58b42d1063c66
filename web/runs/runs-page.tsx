/** Every recorded run, newest first. The address holds the filter; scrolling loads more. */
import type { VNode } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import type { RunRow } from '../../src/views/run-row.ts'
import { linkFor, type Filter } from '../address.ts'
import { useCursor } from '../cursor.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { LongList, useRowHeight } from '../parts/long-list.tsx'
import { RowWhy } from '../parts/row-why.tsx'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { failedWords, useBriefs, type Briefs } from '../reasons.ts'
import { Trouble } from '../trouble.tsx'
import { useRuns } from '../use-runs.ts'
import { duration, money, plural } from '../words.ts'
import { RunFilters } from './run-filters.tsx'

const keyOf = ({ run }: RunRow): string => `run/${run}`

export function RunsPage({ state, address: { filter } }: PageProps): VNode {
  const newest = state.tasks.reduce((most, { run }) => Math.max(most, run ?? 0), 0)
  const { runs, counts, isKnown, error, more } = useRuns(filter, `${newest} ${JSON.stringify(state.counts)}`)
  const cursor = useCursor(useMemo(() => [runs.map(keyOf)], [runs]))
  const heightOf = useRowHeight()
  const render = useRunLine(state)
  const isEmpty = runs.length === 0 && isKnown
  const isFiltered = Object.keys(filter).length > 0
  return (
    <main class="page">
      <div class="head">
        <h1>Runs</h1>
        <span class="sub" role="status">
          {counts === null || !isFiltered ? '' : `${counts.matching.toLocaleString('en')} of `}
          {counts === null ? '' : plural(counts.all, 'run')}
        </span>
      </div>
      {isEmpty && !isFiltered ? null : <RunFilters filter={filter} choices={state.filters} runs={runs} />}
      <Trouble error={error} />
      {isEmpty ? (
        <Nothing filter={filter} />
      ) : error !== null && runs.length === 0 ? null : (
        <div class="panel">
          <Columns />
          <LongList
            items={runs}
            heightOf={heightOf}
            keyOf={keyOf}
            render={render}
            label="Runs, the newest first"
            cursor={cursor}
            onNearEnd={() => void more()}
          />
        </div>
      )}
    </main>
  )
}

const Columns = (): VNode => (
  <div class="row run-row row-head" aria-hidden="true">
    <span />
    <span class="c-run">Run</span>
    <span>Task</span>
    <span>Agent</span>
    <span class="n">Took</span>
    <span class="n c-cost">Cost</span>
    <span class="n">Began</span>
    <span>What came of it</span>
  </div>
)

/** The name of the agent is not said again in that of its model. */
const modelWords = (agent: string | null, model: string): string =>
  agent !== null && model.startsWith(`${agent}-`) ? model.slice(agent.length + 1) : model

function useRunLine(state: PageProps['state']): (row: RunRow) => VNode {
  const briefs = useBriefs()
  const doing = useMemo(() => doingOf(state), [state.tasks])
  return useCallback(
    (row) => <RunLine row={row} briefs={briefs} doing={doing.get(row.run) ?? null} />,
    [briefs, doing],
  )
}

/** The last words of each live run. */
const doingOf = ({ tasks }: PageProps['state']): ReadonlyMap<number, string | null> =>
  new Map(tasks.flatMap(({ live }) => (live === null ? [] : [[live.run, live.doing] as const])))

type RunLineProps = { readonly row: RunRow; readonly briefs: Briefs; readonly doing: string | null }

function RunLine({ row, briefs, doing }: RunLineProps): VNode {
  const { run, task, title, agent, model, durationMs, costUsd, startedAt, statusThatCounts, summary } = row
  const code = statusThatCounts === 'failed' ? (row.reasonThatCounts ?? 'UNKNOWN') : null
  return (
    <a class="row run-row s" href={linkFor({ page: 'run', run, tab: 'why' })} data-task={task} data-run={run}>
      <StateMark status={statusThatCounts} />
      <span class="c-run dim">{run}</span>
      <span class="c-title cut">{title}</span>
      <span class="c-agent sub cut" title={model ?? undefined}>
        {agent ?? 'a command'}
        {model === null ? null : <span class="hide-m"> · {modelWords(agent, model)}</span>}
      </span>
      <span class="c-took n">{durationMs === null ? 'running' : duration(durationMs)}</span>
      <span class="c-cost n">{costUsd === null ? '' : money(costUsd)}</span>
      <span class="c-when n dim">
        <When at={startedAt} />
      </span>
      <RowWhy
        words={code === null ? (doing ?? summary) : failedWords(briefs.get(code), summary)}
        code={code}
      />
    </a>
  )
}

const Nothing = ({ filter }: { readonly filter: Filter }): VNode =>
  Object.keys(filter).length > 0 ? (
    <p class="panel pad sub">
      No run fits these filters. <a href={linkFor({ page: 'runs' })}>Show all runs</a>
    </p>
  ) : (
    <Empty
      title="No run is recorded yet"
      suggestions={[
        { does: 'Run an agent under supervision', command: 'mayday run -- claude -p "fix the login test"' },
        {
          does: 'Bring in the sessions that agents left on this machine',
          command: 'mayday import sessions --since 30d',
        },
      ]}
    >
      <p>
        <code>mayday explain FILE</code> explains one output and keeps nothing. <code>mayday run</code> starts
        the agent, watches it, and keeps its log and the reason here.
      </p>
    </Empty>
  )
