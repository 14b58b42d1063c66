/** How the sessions fail: by reason, agent, model, folder, week and hour, and what it costs. */
import type { ComponentChildren, VNode } from 'preact'
import type { SessionStats } from '../../src/views/sessions.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Shares, type Share } from '../parts/shares.tsx'
import { Spark } from '../parts/spark.tsx'
import { useBriefs } from '../reasons.ts'
import { Trouble } from '../trouble.tsx'
import { When } from '../parts/when.tsx'
import { count, dayOf, duration, endAfter, money, plural } from '../words.ts'
import { folderWords, NOT_KNOWN, notKnown } from './session-words.ts'
import { allHours, allWeeks, type Failed } from './whole-axis.ts'

type NumbersProps = {
  readonly asked: Readonly<Record<string, string | number | undefined>>
  readonly mark: string
}

export function SessionNumbers({ asked, mark }: NumbersProps): VNode {
  const { agent, since, folder, here } = asked
  const { answer, error } = useAsked(
    question(api.sessions.stats, { query: { agent, since, folder, here } }),
    mark,
  )
  return (
    <>
      <Trouble error={error} />
      {answer === null || answer.turns === 0 ? null : <Numbers stats={answer} />}
    </>
  )
}

type Counted = SessionStats['byAgent'][number]

const failures = (
  list: readonly Counted[],
  linkOf: (name: string) => string | null,
  wordOf: (name: string) => string = String,
): readonly Share[] =>
  list
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed, turns }) => ({
      name: wordOf(name),
      value: failed,
      words: failed === turns ? String(failed) : `${failed} of ${turns}`,
      href: linkOf(name),
    }))

const within = (query: Readonly<Record<string, string>>): string => linkFor({ page: 'sessions' }, query)

function Numbers({ stats }: { readonly stats: SessionStats }): VNode {
  return (
    <section class="sec">
      <h2>How they fail</h2>
      <Lost stats={stats} />
      <div class="share-grid">
        <Bars title="By week" list={allWeeks(stats.byWeek)} wordOf={dayOf} />
        <Bars title="By hour of the day" list={allHours(stats.byHour)} wordOf={(name) => `${name}:00`} />
      </div>
      <Where stats={stats} />
      <Resets resets={stats.resets} />
    </section>
  )
}

type StatsProps = { readonly stats: SessionStats }

const Figure = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Lost({ stats }: StatsProps): VNode {
  const { turns, failed, cutOff, interrupted, undetermined, failedMs, failedCostUsd, failedTokens, costUsd } =
    stats
  return (
    <dl class="panel stats">
      <Figure name="Turns that failed">
        <a href={within({ status: 'failed' })}>{failed + cutOff}</a>{' '}
        <span class="dim">of {plural(turns, 'turn')}</span>
      </Figure>
      <Figure name="Time lost">{duration(failedMs)}</Figure>
      {costUsd === 0 ? null : (
        <Figure name="Money lost">
          {money(failedCostUsd)} <span class="dim">of {money(costUsd)}</span>
        </Figure>
      )}
      <Figure name="Tokens lost">{count(failedTokens)}</Figure>
      <Figure name="Interrupted by you">{interrupted}</Figure>
      {undetermined === 0 ? null : <Figure name="Not clear">{undetermined}</Figure>}
    </dl>
  )
}

function Where({ stats }: StatsProps): VNode {
  const briefs = useBriefs()
  return (
    <div class="share-grid">
      <Shares
        title="By reason"
        shares={failures(
          stats.byReason,
          (name) => within({ reason: name === 'cut off' ? 'UNKNOWN' : name }),
          (name) => briefs.get(name) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        )}
      />
      <Shares
        title="By agent"
        shares={failures(stats.byAgent, (agent) => within({ agent, status: 'failed' }))}
      />
      <Shares
        title="By model"
        shares={failures(stats.byModel, (text) => within({ text, status: 'failed' }), notKnown)}
      />
      <Shares
        title="By project"
        shares={failures(
          stats.byProject,
          (folder) =>
            within(folder === NOT_KNOWN ? { text: folder, status: 'failed' } : { folder, status: 'failed' }),
          (folder) => (folder === NOT_KNOWN ? notKnown(folder) : folderWords(folder)),
        )}
      />
    </div>
  )
}

function Resets({ resets }: Pick<SessionStats, 'resets'>): VNode | null {
  const briefs = useBriefs()
  if (resets.length === 0) return null
  return (
    <section class="sec">
      <h2>
        Limits that were hit <span>{resets.length}, newest first</span>
      </h2>
      <ul class="shares s">
        {resets.slice(0, 5).map(({ agent, reason, at, resetAt }) => (
          <li key={`${agent} ${at}`}>
            <When at={at} /> · {agent} {(briefs.get(reason) ?? reason).toLowerCase()}, until{' '}
            {endAfter(resetAt, at)}
          </li>
        ))}
      </ul>
    </section>
  )
}

type BarsProps = {
  readonly title: string
  readonly list: readonly Failed[]
  readonly wordOf: (name: string) => string
}

function Bars({ title, list, wordOf }: BarsProps): VNode | null {
  const [first] = list
  const last = list.at(-1)
  if (first === undefined || last === undefined || list.length < 2) return null
  return (
    <section class="sec">
      <h2>{title}</h2>
      <div class="bars" style={{ maxWidth: `${Math.min(384, Math.max(120, list.length * 32))}px` }}>
        <Spark
          tone="fail"
          label={`Failed turns ${title.toLowerCase()}`}
          bars={list.map(({ name, failed }) => ({ value: failed, words: `${failed}, ${wordOf(name)}` }))}
        />
        <div class="axis xs dim">
          <span>{wordOf(first.name)}</span>
          <span>{wordOf(last.name)}</span>
        </div>
      </div>
    </section>
  )
}
