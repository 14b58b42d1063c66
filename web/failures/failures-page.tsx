import type { VNode } from 'preact'
import type { Failures } from '../../src/views/failures-schema.ts'
import type { State } from '../../src/views/state.ts'
import { goTo, linkTo } from '../address.ts'
import { useAsked } from '../asked.ts'
import { Trouble } from '../trouble.tsx'
import { count, money, percent, plural } from '../words.ts'
import { ByReason, ByShare } from './breakdowns.tsx'
import { Flaky, Incidents, Repeated } from './causes.tsx'
import { OverTime } from './over-time.tsx'

type FailuresPageProps = { readonly state: State; readonly range: '30d' | '24h' }

export function FailuresPage({ state, range }: FailuresPageProps): VNode {
  // Loaded again when a task ends: the numbers are about finished tasks.
  const { failed, succeeded, escalated } = state.counts
  const mark = `${failed} ${succeeded} ${escalated} ${state.gates.length}`
  const { answer, error } = useAsked<Failures>(`failures?range=${range}`, mark)
  return (
    <main class="page failures" aria-label="Failures">
      <h1 class="unseen">Failures</h1>
      <div class="filters" role="group" aria-label="Range">
        {(['30d', '24h'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === range}
            class={one === range ? 'is-set' : undefined}
            onClick={() => goTo({ range: one })}
          >
            {one === '30d' ? '30 days' : '24 hours'}
          </button>
        ))}
      </div>
      <Trouble error={error} />
      {answer === null ? null : answer.runs === 0 ? <NoRuns range={range} /> : <Figures failures={answer} />}
    </main>
  )
}

const NoRuns = ({ range }: { readonly range: string }): VNode => (
  <div class="teach">
    <h2>No runs {range === '24h' ? 'in the last 24 hours' : 'in the last 30 days'}</h2>
    <p>
      Why runs fail shows here once there are some: try{' '}
      <code>mayday run -- claude -p "fix the login test"</code>
    </p>
    {range === '24h' ? <a href={linkTo({ range: '30d' })}>Look at 30 days</a> : null}
  </div>
)

function Figures({ failures }: { readonly failures: Failures }): VNode {
  return (
    <>
      <Tiles failures={failures} />
      <Incidents incidents={failures.incidents} />
      <OverTime failures={failures} />
      <div class="pairs">
        <ByReason failures={failures} />
        <div>
          <ByShare title="By agent" what="Agent" none="command" shares={failures.byAgent} />
          <ByShare title="By phase" what="Phase" none="no phase" shares={failures.byPhase} />
        </div>
      </div>
      <Repeated repeated={failures.repeated} />
      <Flaky flaky={failures.flaky} />
    </>
  )
}

function lessonWords({ withLessons, withoutLessons }: NonNullable<Failures['lessons']>): string {
  const taught = `with lessons (${withLessons.better} of ${withLessons.retries})`
  if (withoutLessons.retries === 0) return `${taught}; none went without`
  return `${taught}; ${percent(withoutLessons.share)} without (${withoutLessons.better} of ${withoutLessons.retries})`
}

function Tiles({ failures }: { readonly failures: Failures }): VNode {
  const { runs, failed, unknown, cost, lessons, corrected } = failures
  const tiles: readonly (readonly [string, string, string])[] = [
    ['Failed', percent(runs === 0 ? null : failed / runs), `${count(failed)} of ${plural(runs, 'run')}`],
    [
      'Reason unknown',
      percent(unknown.share),
      `${plural(unknown.failed, 'failure')}, ${count(corrected)} corrected`,
    ],
    ['Money in failures', money(cost.costUsd), `${count(cost.tokens)} tokens`],
    ['Hours in failures', cost.hours.toFixed(1), 'of running time'],
    [
      'Retries that went better',
      lessons === null ? '–' : percent(lessons.withLessons.share),
      lessons === null ? 'no lesson so far' : lessonWords(lessons),
    ],
  ]
  return (
    <dl class="tiles">
      {tiles.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span class="muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
