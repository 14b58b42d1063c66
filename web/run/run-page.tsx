/** One run: why it ended as it did, what it said and did, what it changed, its log and its facts. */
import type { VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import { linkFor, tabs, visit, type Address, type Tab } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { usePageKeys } from '../keys.ts'
import { useNow } from '../now.ts'
import type { PageProps } from '../pages.ts'
import { Tabs } from '../parts/tabs.tsx'
import { isMissing, Missing, Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'
import { ChangesTab } from './changes-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { Rail } from './rail.tsx'
import { RunHead } from './run-head.tsx'
import { StoryTab } from './story-tab.tsx'
import { Tries } from './tries.tsx'
import { WhyTab } from './why-tab.tsx'

/** The events of a live run grow while the task's row stays the same. */
const LIVE_LOOK_MS = 2000

/** Another word whenever the run should be asked for again. */
function useMark(row: BoardRow | null): string {
  const now = useNow()
  const beat = (row?.live ?? null) === null ? 0 : Math.floor(now / LIVE_LOOK_MS)
  return [beat, row?.status, row?.run, row?.reason, row?.attempts, row?.waiting?.until].join(' ')
}

export function RunPage({ state, address }: PageProps): VNode {
  const { place } = address
  return place.page === 'run' ? (
    <Run key={place.run} run={place.run} tab={place.tab} state={state} address={address} />
  ) : (
    <main class="page" />
  )
}

type RunProps = {
  readonly run: number
  readonly tab: Tab
  readonly state: State
  readonly address: Address
}

function Run({ run, tab, state, address }: RunProps): VNode {
  // While the run is not known yet, its row is found by its number.
  const byRun = state.tasks.find((row) => row.run === run) ?? null
  const { answer: detail, error } = useAsked(
    question(api.runs[':id'], { param: { id: `${run}` } }),
    useMark(byRun),
  )
  const row = byRun ?? state.tasks.find((one) => one.task === detail?.run.task) ?? null
  useTabKeys(run)
  if (detail === null)
    return (
      <main class="page" aria-busy={error === null}>
        <h1 class={isMissing(error) ? 'sr' : undefined}>Run {run}</h1>
        <Missing error={error}>
          <a href={linkFor({ page: 'runs' })}>All runs</a>
        </Missing>
      </main>
    )
  return (
    <main class="page">
      <RunHead detail={detail} row={row} state={state} />
      <Trouble error={error} />
      <Tries detail={detail} tab={tab} />
      <Tabs label={`Run ${run}`} current={NAMES[tab]} tabs={tabLinks(detail)} />
      {tab === 'changes' || tab === 'log' ? (
        <Body detail={detail} row={row} state={state} tab={tab} address={address} />
      ) : (
        <div class="cols">
          <div>
            <Body detail={detail} row={row} state={state} tab={tab} address={address} />
          </div>
          <Rail detail={detail} />
        </div>
      )}
    </main>
  )
}

type BodyProps = {
  readonly detail: ShownRun
  readonly row: BoardRow | null
  readonly state: State
  readonly tab: Tab
  readonly address: Address
}

function Body({ detail, row, state, tab, address }: BodyProps): VNode {
  switch (tab) {
    case 'why':
      return <WhyTab detail={detail} row={row} state={state} />
    case 'story':
      return (
        <StoryTab
          key={address.query['from'] ?? ''}
          run={detail.run.run}
          from={address.query['from'] ?? null}
        />
      )
    case 'changes':
      return <ChangesTab detail={detail} against={address.query['against'] ?? 'before'} />
    case 'log':
      return <LogTab detail={detail} at={address.query['at'] ?? null} />
    case 'facts':
      return <FactsTab detail={detail} isRunning={row?.status === 'running'} />
  }
}

const NAMES: Readonly<Record<Tab, string>> = {
  why: 'Why',
  story: 'Story',
  changes: 'Changes',
  log: 'Log',
  facts: 'Facts',
}

function tabLinks({ run }: ShownRun): readonly { name: string; href: string; note: string | null }[] {
  const notes: Readonly<Partial<Record<Tab, string | null>>> = {
    story: run.turns === null ? null : plural(run.turns, 'turn'),
    changes: run.changedFiles === null ? null : plural(run.changedFiles.length, 'file'),
  }
  return tabs.map((tab) => ({
    name: NAMES[tab],
    href: linkFor({ page: 'run', run: run.run, tab }),
    note: notes[tab] ?? null,
  }))
}

/** 1 to 5 open the tabs. */
function useTabKeys(run: number): void {
  usePageKeys(
    Object.fromEntries(
      tabs.map((tab, at) => [String(at + 1), () => visit(linkFor({ page: 'run', run, tab }))]),
    ),
  )
}
