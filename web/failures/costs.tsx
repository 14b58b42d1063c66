/** What failures cost over weeks, and where: by agent, model, reason and phase. */
import type { VNode } from 'preact'
import type { Failures, LostPart } from '../../src/views/failures-schema.ts'
import { linkFor, linkTo } from '../address.ts'
import { Shares, type Share } from '../parts/shares.tsx'
import { Spark } from '../parts/spark.tsx'
import { When } from '../parts/when.tsx'
import { useBriefs } from '../reasons.ts'
import { dayOf, duration, money, percent, plural } from '../words.ts'

const WEEK_MS = 7 * 24 * 3_600_000

export function Costs({ failures }: { readonly failures: Failures }): VNode {
  const { lost, byReason, byPhase, lessons } = failures
  const briefs = useBriefs()
  return (
    <div class="costs">
      <Weeks lost={lost} />
      <div class="share-grid">
        <Shares title="Lost by agent" shares={lost.byAgent.flatMap((part) => lostShare(part, 'agent'))} />
        <Shares title="Lost by model" shares={lost.byModel.flatMap((part) => lostShare(part, 'model'))} />
        <Shares
          title="By reason"
          shares={byReason.map(({ reason, failed }) => ({
            name: briefs.get(reason) ?? reason,
            ...(briefs.has(reason) ? { code: reason } : {}),
            value: failed,
            href: linkTo({ filter: { reason }, query: { state: 'all' } }),
          }))}
        />
        <Shares
          title="By phase"
          shares={byPhase.flatMap(({ name, failed }) =>
            name === null || failed === 0
              ? []
              : [{ name, value: failed, href: linkFor({ page: 'runs' }, { phase: name, status: 'failed' }) }],
          )}
        />
      </div>
      <Flaky flaky={failures.flaky} />
      <Lessons lessons={lessons} />
    </div>
  )
}

function Lessons({ lessons }: Pick<Failures, 'lessons'>): VNode | null {
  if (lessons === null || lessons.withLessons.share === null) return null
  return (
    <p class="sec s sub">
      With lessons of earlier attempts, {percent(lessons.withLessons.share)} of{' '}
      {plural(lessons.withLessons.retries, 'retry', 'retries')} got further
      {lessons.withoutLessons.share === null
        ? '.'
        : `; without them, ${percent(lessons.withoutLessons.share)}.`}
    </p>
  )
}

/** An agent or a model on which nothing was lost is left out. */
function lostShare({ name, failed, costUsd, durationMs }: LostPart, by: 'agent' | 'model'): readonly Share[] {
  if (failed === 0) return []
  const isFree = costUsd === 0
  return [
    {
      name: name ?? (by === 'agent' ? 'a command' : 'not known'),
      value: isFree ? 0 : costUsd,
      words: `${isFree ? '' : `${money(costUsd)} · `}${duration(Math.round(durationMs / 60_000) * 60_000)}`,
      href: name === null ? null : linkFor({ page: 'runs' }, { [by]: name, status: 'failed' }),
    },
  ]
}

function Weeks({ lost: { weeks } }: { readonly lost: Failures['lost'] }): VNode | null {
  const total = weeks.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const time = weeks.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (time === 0) return null
  const isFree = total === 0
  return (
    <section class="sec">
      <h2>
        Lost in 12 weeks{' '}
        <span>
          {isFree ? '' : `${money(total)} and `}
          {duration(Math.round(time / 60_000) * 60_000)}
        </span>
      </h2>
      <div class="panel pad weeks">
        <Spark
          label={`Lost by week: ${isFree ? duration(time) : money(total)} in 12 weeks`}
          bars={weeks.map(({ week, failed, costUsd, durationMs }) => ({
            value: isFree ? durationMs : costUsd,
            words: `Week of ${dayOf(week)}: ${money(costUsd)}, ${duration(durationMs)}, ${plural(failed, 'failed run')}`,
            href: linkFor(
              { page: 'runs' },
              {
                status: 'failed',
                since: `${week}T00:00:00.000Z`,
                until: new Date(Date.parse(week) + WEEK_MS).toISOString(),
              },
            ),
          }))}
        />
        <div class="axis xs dim">
          <span>{dayOf(weeks[0]?.week ?? '')}</span>
          <span>{isFree ? 'time' : 'dollars'} spent on failed runs, by week</span>
          <span>this week</span>
        </div>
      </div>
    </section>
  )
}

function Flaky({ flaky }: { readonly flaky: Failures['flaky'] }): VNode | null {
  if (flaky.length === 0) return null
  return (
    <section class="sec" aria-label="Flaky tests">
      <h2>
        Flaky tests <span>they failed and passed on unchanged code: no attempt of an agent can fix them</span>
      </h2>
      <div class="panel">
        <table class="stack">
          <thead>
            <tr>
              <th>Test</th>
              <th class="n">Failed</th>
              <th class="n">Last</th>
            </tr>
          </thead>
          <tbody>
            {flaky.slice(0, 15).map(({ name, failed, runs, lastAt }) => (
              <tr key={name}>
                <td class="full mono break">{name}</td>
                <td class="n">
                  {failed} of {plural(runs, 'run')}
                </td>
                <td class="n dim">
                  <When at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
