import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Failures, ListedFailure } from '../../src/views/failures-schema.ts'
import { linkFor } from '../address.ts'
import { useCursor } from '../cursor.ts'
import { Icon } from '../parts/icon.tsx'
import { Spark } from '../parts/spark.tsx'
import { When } from '../parts/when.tsx'
import { dayOf, money, plural } from '../words.ts'

type TableProps = { readonly groups: readonly ListedFailure[]; readonly overTime: Failures['overTime'] }

export function FailureTable({ groups, overTime }: TableProps): VNode {
  useCursor(useMemo(() => [groups.map(({ key }) => key)], [groups]))
  return (
    <div class="panel">
      <table class="stack failures">
        <thead>
          <tr>
            <th>Failure</th>
            <th class="hide-m">Days</th>
            <th class="n">Seen</th>
            <th class="n">Tasks</th>
            <th class="n hide-m">Cost</th>
            <th class="n">Last</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row key={group.key} group={group} overTime={overTime} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MARKS = {
  open: { name: 'fail', tone: 'fail' },
  acknowledged: { name: 'skip', tone: 'idle' },
  solved: { name: 'ok', tone: 'ok' },
} as const

const STATE_WORDS = { open: 'Open', acknowledged: 'Acknowledged', solved: 'Solved' } as const

type RowProps = { readonly group: ListedFailure; readonly overTime: Failures['overTime'] }

function Row({ group, overTime }: RowProps): VNode {
  const { key, runs, tasks, solved, costUsd, lastAt } = group
  return (
    <tr data-key={key}>
      <What group={group} />
      <td class="hide-m hide-s failure-days">
        <Spark
          label={`${plural(runs, 'time')}, by day or hour`}
          tone="fail"
          bars={group.overTime.map((value, at) => ({
            value,
            words: `${value}, ${dayOf(overTime[at]?.at ?? lastAt)}`,
          }))}
        />
      </td>
      <td class="n">
        <a href={linkFor({ page: 'runs' }, { cause: key })}>{plural(runs, 'time')}</a>
      </td>
      <td class="n">
        {plural(tasks, 'task')}
        {solved === 0 ? null : <span class="dim">, {solved} solved</span>}
      </td>
      <td class="n hide-m hide-s">{money(costUsd)}</td>
      <td class="n dim">
        <When at={lastAt} />
      </td>
    </tr>
  )
}

const What = ({ group }: Pick<RowProps, 'group'>): VNode => {
  const { key, title, reason, place, state, meaning } = group
  return (
    <td class="full failure-what">
      <Icon {...MARKS[state]} />
      <div>
        <a href={linkFor({ page: 'failure', key })} class="failure-title">
          {title}
        </a>
        <p class="s sub">
          <span class="sr">{STATE_WORDS[state]}. </span>
          {title === meaning ? '' : `${meaning} `}
          {place === null ? null : <code>{place} </code>}
          <span class="why-code">{reason}</span>
        </p>
      </div>
    </td>
  )
}
