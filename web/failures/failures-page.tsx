/** Failures by cause, as an error tracker lists them, and what they cost. */
import type { VNode } from 'preact'
import type { Failures, ListedFailure } from '../../src/views/failures-schema.ts'
import { linkFor, linkTo, type Address } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'
import { Costs } from './costs.tsx'
import { FailureTable } from './failure-table.tsx'
import { FailureTools, stateIn } from './failure-tools.tsx'
import { Overview } from './overview.tsx'

export function FailuresPage({ state, address }: PageProps): VNode {
  const mark = `${state.counts.failed} ${state.counts.escalated} ${state.counts.succeeded} ${state.counts.running}`
  const { answer, error } = useAsked(question(api.failures, { query: { range: address.range } }), mark)
  return (
    <main class="page">
      <div class="head">
        <h1>Failures</h1>
        {answer === null ? null : <span class="sub">{headWords(answer)}</span>}
      </div>
      <Trouble error={error} />
      {answer === null ? null : <Shown failures={answer} address={address} />}
    </main>
  )
}

function headWords({ groups, failed, range }: Failures): string {
  const open = groups.filter(({ state }) => state === 'open').length
  return `${open} open · ${plural(failed, 'failed run')} in ${range === '30d' ? '30 days' : '24 hours'}`
}

function Shown({ failures, address }: { readonly failures: Failures; readonly address: Address }): VNode {
  if (failures.groups.length === 0)
    return (
      <>
        <Nothing failures={failures} />
        <Costs failures={failures} />
      </>
    )
  const found = failures.groups.filter((group) => isWanted(group, address))
  return (
    <>
      <Overview failures={failures} />
      <FailureTools groups={failures.groups} address={address} />
      {found.length === 0 ? <NoMatch /> : <FailureTable groups={found} overTime={failures.overTime} />}
      {failures.omitted === 0 ? null : (
        <p class="s dim">{plural(failures.omitted, 'rarer failure is', 'rarer failures are')} not listed.</p>
      )}
      <Costs failures={failures} />
    </>
  )
}

function isWanted(group: ListedFailure, { filter, query }: Address): boolean {
  const wanted = stateIn(query)
  if (wanted !== 'all' && group.state !== wanted) return false
  if (filter.reason !== undefined && group.reason !== filter.reason) return false
  const words = [group.title, group.reason, group.place, group.evidence, group.meaning, group.key]
  return words
    .join(' ')
    .toLowerCase()
    .includes((filter.text ?? '').toLowerCase())
}

const NoMatch = (): VNode => (
  <p class="panel pad sub">
    No failure fits. <a href={linkTo({ filter: {}, query: { state: 'all' } })}>Show all failures</a>
  </p>
)

const Nothing = ({ failures: { runs, range } }: { readonly failures: Failures }): VNode =>
  runs === 0 ? (
    <Empty
      title="No run is recorded yet"
      suggestions={[
        {
          does: 'Run an agent so that Mayday can say why it fails',
          command: 'mayday run -- claude -p "fix the login test"',
        },
        {
          does: 'Bring in the sessions that agents left on this machine',
          command: 'mayday import sessions --since 30d',
        },
      ]}
    >
      <p>
        <code>mayday explain FILE</code> reads one output and keeps nothing. Recorded runs are grouped here by
        cause: how often, since when, what was tried and what helped.
      </p>
    </Empty>
  ) : (
    <Empty title={`Nothing failed in ${range === '30d' ? '30 days' : '24 hours'}`}>
      <p>
        {plural(runs, 'run')} and no failure. <a href={linkFor({ page: 'runs' })}>See the runs</a>
      </p>
    </Empty>
  )
