/** The figures of the last hours. Each leads to what it counts. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Icon } from '../parts/icon.tsx'
import { lookOf } from '../parts/state.tsx'
import { useReasons } from '../reasons.ts'
import { money, plural } from '../words.ts'

/** The length of a night. */
const NIGHT = '12h'

type Figure = {
  readonly status: string
  readonly word: string
  readonly count: number
  readonly href: string
}

export function Night({ state }: { readonly state: State }): VNode {
  const { counts } = state
  const mark = `${counts.succeeded} ${counts.failed} ${counts.escalated} ${counts.running}`
  const { answer } = useAsked(question(api.stats, { query: { since: NIGHT } }), mark)
  const figures = figuresOf(counts, answer)
  const lost = (answer?.byReason ?? []).reduce((sum, { costUsd }) => sum + costUsd, 0)
  return (
    <section class="panel night" aria-label="The last 12 hours">
      {figures.map(({ status, word, count, href }) => (
        <a key={status} href={href}>
          <Icon name={lookOf(status).icon} tone={lookOf(status).tone} />
          <strong>{count}</strong>
          <span>{word}</span>
        </a>
      ))}
      <a class="cost" href="/failures">
        <strong>{money(answer?.costUsd ?? 0)}</strong>
        <span>
          spent
          {lost > 0 ? <em class="hide-s">, {money(lost)} of it on failed runs</em> : null}
        </span>
      </a>
      <Bar figures={figures} />
    </section>
  )
}

type Ended = { readonly succeeded: number; readonly failed: number }

function figuresOf(counts: State['counts'], ended: Ended | null): readonly Figure[] {
  const { succeeded, failed } = ended ?? { succeeded: 0, failed: 0 }
  const queued = counts.queued + counts.deferred + counts.new
  return [
    {
      status: 'succeeded',
      word: `${runWord(succeeded)} succeeded`,
      count: succeeded,
      href: runs('succeeded'),
    },
    { status: 'failed', word: `${runWord(failed)} failed`, count: failed, href: runs('failed') },
    { status: 'running', word: 'running', count: counts.running, href: '/work' },
    { status: 'waiting', word: 'waiting', count: counts.waiting, href: '/work' },
    { status: 'queued', word: 'queued', count: queued, href: '/work' },
  ]
}

const runWord = (count: number): string => (count === 1 ? 'run' : 'runs')

const runs = (status: string): string => linkFor({ page: 'runs' }, { status, since: NIGHT })

function Bar({ figures }: { readonly figures: readonly Figure[] }): VNode {
  const shown = figures.filter(({ count }) => count > 0)
  return (
    <div
      class="bar"
      role="img"
      aria-label={shown.map(({ count, word }) => `${count} ${word}`).join(', ') || 'nothing yet'}
    >
      {shown.map(({ status, count }) => (
        <i key={status} class={lookOf(status).tone} style={{ flex: String(count) }} />
      ))}
    </div>
  )
}

export function Settled({
  state,
  quietGates,
}: {
  readonly state: State
  readonly quietGates: number
}): VNode | null {
  const { answer } = useAsked(question(api.stats, { query: { since: NIGHT } }), state.counts.succeeded)
  const reasons = useReasons()
  const helped = answer?.lessons?.withLessons ?? null
  const limits = (answer?.byReason ?? [])
    .filter(({ reason }) => reasons.get(reason)?.isLimit === true)
    .reduce((sum, { failed }) => sum + failed, 0)
  if (answer === null || (quietGates === 0 && limits === 0 && (helped?.retries ?? 0) === 0)) return null
  return (
    <section class="sec">
      <h2>Settled without you</h2>
      <div class="panel calm">
        {helped !== null && helped.retries > 0 ? (
          <span>
            <b>{plural(helped.retries, 'retry', 'retries')}</b> so far, {helped.better} went better
          </span>
        ) : null}
        {limits > 0 ? (
          <span>
            <b>{plural(limits, 'limit')}</b> of providers met in 12 hours
          </span>
        ) : null}
        {quietGates > 0 ? (
          <span>
            <b>{plural(quietGates, 'pause')}</b> {quietGates === 1 ? 'holds' : 'hold'} up nothing
          </span>
        ) : null}
      </div>
    </section>
  )
}
