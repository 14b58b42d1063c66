/** One failure: the answer first, then the proof, then the deed. */
import type { ComponentChildren, VNode } from 'preact'
import type { Failure } from '../../src/views/failure-schema.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import type { PageProps } from '../pages.ts'
import { Crumbs } from '../parts/crumb.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Shares } from '../parts/shares.tsx'
import { StateMark } from '../parts/state.tsx'
import { Spark } from '../parts/spark.tsx'
import { When } from '../parts/when.tsx'
import { Trouble } from '../trouble.tsx'
import { dayOf, duration, money, plural } from '../words.ts'
import { FailureActs } from './failure-acts.tsx'
import { FailureEvidence } from './failure-evidence.tsx'
import { Tried } from './tried.tsx'

export function FailurePage({ state, address: { place } }: PageProps): VNode {
  const key = place.page === 'failure' ? place.key : ''
  const mark = `${state.counts.failed} ${state.counts.queued} ${state.counts.running} ${state.counts.succeeded}`
  const { answer, error } = useAsked(question(api.failures[':key'], { param: { key } }), mark)
  const isGone = error?.code === 'UNKNOWN_FAILURE'
  return (
    <main class="page">
      <Crumbs crumbs={[{ name: 'Failures', href: linkFor({ page: 'failures' }) }, { name: key }]} />
      {isGone ? <Gone /> : <Trouble error={error} />}
      {answer === null || isGone ? <h1 class="sr">Failure {key}</h1> : <Shown failure={answer} />}
    </main>
  )
}

const Gone = (): VNode => (
  <Empty title="There is no such failure any more">
    <p>
      Its runs were corrected or removed. <a href={linkFor({ page: 'failures' })}>See all failures</a>
    </p>
  </Empty>
)

const STATES = {
  open: { tone: 'need', icon: 'need', words: 'Open' },
  acknowledged: { tone: 'idle', icon: 'skip', words: 'Acknowledged' },
  solved: { tone: 'ok', icon: 'ok', words: 'Solved' },
} as const

function Shown({ failure }: { readonly failure: Failure }): VNode {
  const { title, state } = failure
  const { tone, icon, words } = STATES[state]
  return (
    <>
      <div class="head">
        <h1>{title}</h1>
        <span class={`tag ${tone}`}>
          <Icon name={icon} />
          {words}
        </span>
        <span class="grow hide-s" />
        <FailureActs failure={failure} />
      </div>
      <Meaning failure={failure} />
      <Stats failure={failure} />
      <div class="cols sec">
        <div>
          <Helped failure={failure} />
          <Tried tried={failure.tried} />
          <FailureEvidence failure={failure} />
        </div>
        <Side failure={failure} />
      </div>
    </>
  )
}

function Meaning({ failure }: { readonly failure: Failure }): VNode {
  const { title, meaning, place, reason, note, acknowledgedAt } = failure
  return (
    <p class="sub under-head">
      {title === meaning ? '' : `${meaning} `}
      {place === null ? null : (
        <>
          In <code>{place}</code>.{' '}
        </>
      )}
      <a class="why-code" href={linkFor({ page: 'failures' }, { reason, state: 'all' })}>
        {reason}
      </a>
      {acknowledgedAt === null ? null : (
        <>
          {' '}
          · acknowledged <When at={acknowledgedAt} />
          {note === null ? '' : `: ${note}`}
        </>
      )}
    </p>
  )
}

function Stats({ failure }: { readonly failure: Failure }): VNode {
  const { key, runs, firstAt, lastAt, tasks, solved, costUsd, durationMs } = failure
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Seen', <a href={linkFor({ page: 'runs' }, { cause: key })}>{plural(runs, 'time')}</a>],
    ['First', <When at={firstAt} />],
    ['Last', <When at={lastAt} />],
    ['Tasks', `${tasks}${solved === 0 ? '' : `, ${solved} solved`}`],
    ['Cost', money(costUsd)],
    ['Time lost', duration(durationMs)],
  ]
  return (
    <dl class="panel stats">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div class="grow">
        <dt class="sr">Per day</dt>
        <dd>
          <Days failure={failure} />
        </dd>
      </div>
    </dl>
  )
}

function Days({ failure: { key, days, firstAt } }: { readonly failure: Failure }): VNode {
  const shown = days.reduce((sum, { failed }) => sum + failed, 0)
  return (
    <>
      <Spark
        tone="fail"
        label={`Failures per day in 30 days: ${shown}`}
        bars={days.map(({ at, failed }) => ({
          value: failed,
          words: `${failed} on ${dayOf(at)}`,
          href: linkFor(
            { page: 'runs' },
            { cause: key, since: at, until: new Date(Date.parse(at) + 86_400_000).toISOString() },
          ),
        }))}
      />
      <div class="axis xs dim">
        <span>{dayOf(days[0]?.at ?? firstAt)}</span>
        <span>{shown} in 30 days</span>
        <span>today</span>
      </div>
    </>
  )
}

/** What helped, and who has not had it. */
function Helped({ failure: { helped, byTask } }: { readonly failure: Failure }): VNode | null {
  if (helped === null) return null
  const open = byTask.filter(({ canRetry }) => canRetry).length
  const missing = helped.missing.length
  return (
    <div class="note ok">
      <Icon name="ok" />
      <p class="grow">
        <b>
          <a href={linkFor({ page: 'run', run: helped.run, tab: 'why' })}>{helped.words}</a>
        </b>{' '}
        {missing > 0
          ? `${plural(missing, 'task has', 'tasks have')} not had it yet.`
          : open > 0
            ? 'Every unsolved task has had it.'
            : 'No task is left to solve.'}
      </p>
    </div>
  )
}

function Side({ failure }: { readonly failure: Failure }): VNode {
  const { key, byTask, byAgent, byModel, byPhase, related } = failure
  const parts = (list: Failure['byAgent'], by: 'agent' | 'model' | 'phase', none: string) =>
    list
      .filter(({ name }) => name !== null || by === 'agent')
      .map(({ name, runs }) => ({
        name: name ?? none,
        value: runs,
        href: name === null ? null : linkFor({ page: 'runs' }, { cause: key, [by]: name }),
      }))
  return (
    <aside class="rail-plain" aria-label="Where it happens">
      <Tasks byTask={byTask} />
      <Shares title="Agents" shares={parts(byAgent, 'agent', 'a command')} />
      <Shares title="Models" shares={parts(byModel, 'model', '')} />
      <Shares title="Phases" shares={parts(byPhase, 'phase', '')} />
      <Related related={related} />
    </aside>
  )
}

const Tasks = ({ byTask }: Pick<Failure, 'byTask'>): VNode => (
  <Shares
    title="Tasks"
    isPlain
    most={12}
    shares={byTask.map(({ task, title, status, runs, newestRun }) => ({
      name: `${title} #${task}`,
      value: runs,
      href:
        newestRun === 0
          ? linkFor({ page: 'task', task })
          : linkFor({ page: 'run', run: newestRun, tab: 'why' }),
      mark: <StateMark status={status} />,
    }))}
  />
)

function Related({ related }: Pick<Failure, 'related'>): VNode | null {
  if (related.length === 0) return null
  return (
    <section class="sec">
      <h2>Looks related</h2>
      <ul class="shares s">
        {related.map((one) => (
          <li key={one.key}>
            <a href={linkFor({ page: 'failure', key: one.key })}>{one.title}</a>{' '}
            <span class="dim">{plural(one.runs, 'run')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
