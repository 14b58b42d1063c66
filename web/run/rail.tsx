/** The figures of the run, beside every tab that has room. */
import type { VNode } from 'preact'
import { FactList, type Fact } from '../parts/facts.tsx'
import { describeRunEnd } from './end-words.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { count, duration, longTime, money } from '../words.ts'
import { SAVED, showSaved } from './saved-work.tsx'

export function Rail({ detail }: { readonly detail: ShownRun }): VNode {
  const { run, snapshots } = detail
  const facts = factsOf(run)
  return (
    <aside class="rail" aria-label="Facts">
      <section class="sec">
        <h2>This run</h2>
        <FactList rows={facts} />
      </section>
      <SameFailure detail={detail} />
      {snapshots.length === 0 ? null : <Saved run={run.run} states={snapshots.length} />}
    </aside>
  )
}

const factsOf = (run: ShownRun['run']): readonly Fact[] => [
  ['Agent', run.agent],
  ['Model', run.model],
  ['Began', longTime(run.startedAt)],
  ['Took', run.durationMs === null ? null : duration(run.durationMs)],
  ['Turns', run.turns === null ? null : count(run.turns)],
  ['Cost', run.costUsd === null ? null : money(run.costUsd)],
  ['Tokens', run.tokens === null ? null : count(run.tokens)],
  ['Ended', describeRunEnd(run)],
  ['Branch', run.branch],
  ['Phase', run.phase],
]

function SameFailure({ detail }: { readonly detail: ShownRun }): VNode | null {
  const { run } = detail
  if (run.reasonThatCounts === null) return null
  const same = detail.attempts.find((one) => one.run === run.run)?.fingerprint ?? null
  const again = same === null ? 0 : detail.attempts.filter((one) => one.fingerprint === same).length
  return (
    <section class="sec">
      <h2>Same failure</h2>
      <p class="sub">
        {again > 1 ? `${again} attempts at this task ended this way. ` : ''}
        {run.cause === undefined ? (
          <a href={linkFor({ page: 'runs' }, { reason: run.reasonThatCounts })}>
            All runs that failed for this reason
          </a>
        ) : (
          <a href={linkFor({ page: 'failure', key: run.cause })}>Where else this happened, and what helped</a>
        )}
      </p>
    </section>
  )
}

const Saved = ({ run, states }: { readonly run: number; readonly states: number }): VNode => (
  <section class="sec">
    <h2>Saved work</h2>
    <p class="sub">
      {states === 1 ? 'One state of this task is' : `${states} states of this task are`} kept.{' '}
      <a href={`${linkFor({ page: 'run', run, tab: 'facts' })}#${SAVED}`} onClick={showSaved}>
        Go back to one
      </a>
    </p>
  </section>
)
