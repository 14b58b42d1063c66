import type { VNode } from 'preact'
import type { Failures } from '../../src/views/failures-schema.ts'
import { linkFor } from '../address.ts'
import { Spark } from '../parts/spark.tsx'
import { clock, dayOf, duration, money, percent, plural } from '../words.ts'

const HOUR_MS = 3_600_000

/** What failed in this time, and what it cost. */
export function Overview({ failures }: { readonly failures: Failures }): VNode {
  const { runs, failed, cost, unknown, range } = failures
  return (
    <dl class="panel stats">
      <div>
        <dt>Failed</dt>
        <dd>
          <a href={linkFor({ page: 'runs' }, { status: 'failed', since: range })}>
            {failed.toLocaleString('en')}
          </a>{' '}
          <span class="dim">of {plural(runs, 'run')}</span>
        </dd>
      </div>
      <div>
        <dt>Spent on them</dt>
        <dd>{money(cost.costUsd)}</dd>
      </div>
      <div>
        <dt>Time lost</dt>
        <dd>{duration(Math.round(cost.hours * 60) * 60_000)}</dd>
      </div>
      <div>
        <dt>Without a known reason</dt>
        <dd>
          <a href={linkFor({ page: 'runs' }, { reason: 'UNKNOWN', since: range })}>{unknown.failed}</a>{' '}
          <span class="dim">{unknown.share === null ? '' : percent(unknown.share)}</span>
        </dd>
      </div>
      <div class="grow">
        <dt class="sr">Over time</dt>
        <dd>
          <OverTime failures={failures} />
        </dd>
      </div>
    </dl>
  )
}

function OverTime({
  failures: { overTime, range, bucketMs, failed },
}: {
  readonly failures: Failures
}): VNode {
  const nameOf = (at: string): string => (range === '30d' ? dayOf(at) : clock(new Date(at)))
  const [first] = overTime
  return (
    <>
      <Spark
        tone="fail"
        label={`Failed runs over time: ${failed} in all`}
        bars={overTime.map(({ at, failed: value }) => ({
          value,
          words: `${plural(value, 'failed run')}, ${nameOf(at)}`,
          href: linkFor(
            { page: 'runs' },
            { status: 'failed', since: at, until: new Date(Date.parse(at) + bucketMs).toISOString() },
          ),
        }))}
      />
      <div class="axis xs dim">
        <span>{first === undefined ? '' : nameOf(first.at)}</span>
        <span>{bucketMs > HOUR_MS ? 'failed runs by day' : 'failed runs by hour'}</span>
        <span>{range === '30d' ? 'today' : 'now'}</span>
      </div>
    </>
  )
}
