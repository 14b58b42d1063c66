/** Every recorded run, newest first. Scrolling loads more. */
import type { VNode } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import type { RunRow } from '../src/views/run-row.ts'
import type { State } from '../src/views/state.ts'
import { linkTo, type Address } from './address.ts'
import { Chip } from './chip.tsx'
import { useCursor } from './cursor.ts'
import { FilterBar } from './filters.tsx'
import { Ago, Since } from './next-step.tsx'
import { Trouble } from './trouble.tsx'
import { useRuns } from './use-runs.ts'
import { VirtualList } from './virtual-list.tsx'
import { duration, money } from './words.ts'

const heightOf = (): number => 34
const keyOf = ({ run }: RunRow): string => `run/${run}`

export function RunsPage({ state, address }: { readonly state: State; readonly address: Address }): VNode {
  const { filter, subject } = address
  const newest = state.tasks.reduce((most, { run }) => Math.max(most, run ?? 0), 0)
  const { runs, counts, isKnown, error, more } = useRuns(filter, `${newest} ${JSON.stringify(state.counts)}`)
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
        shown={counts?.matching ?? runs.length}
        all={counts?.all ?? null}
        what="run"
        names={['reason', 'agent', 'phase']}
      />
      <Trouble error={error} />
      {runs.length === 0 && isKnown ? (
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
            onNearEnd={() => void more()}
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
      data-run={run}
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
