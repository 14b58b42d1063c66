/** One column for each status. A tile is as tall as its text. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import { linkFor } from '../address.ts'
import { useNow } from '../now.ts'
import { StateMark } from '../parts/state.tsx'
import { plural } from '../words.ts'
import type { Group } from './groups.ts'
import { costOf, spokenOf, timeOf, type RowFacts } from './row-words.ts'

/** So many tiles are drawn at once. */
const SHOWN = 40

type Shown = { readonly hasScheduler: boolean; readonly whyOf: (row: BoardRow) => string | null }

type ColumnsProps = Shown & { readonly groups: readonly Group[] }

export const WorkColumns = ({ groups, ...shown }: ColumnsProps): VNode => (
  <div class="lanes" tabIndex={0} role="group" aria-label="Columns">
    {groups.map((group) => (
      <Column key={group.name} group={group} {...shown} />
    ))}
  </div>
)

function Column({ group, hasScheduler, whyOf }: Shown & { readonly group: Group }): VNode {
  const [most, setMost] = useState(SHOWN)
  const { title, status, rows, name } = group
  return (
    <section class="lane" aria-label={title}>
      <h2>
        <StateMark status={name === 'done' ? 'ended' : status} words="" />
        {title} <span>{rows.length}</span>
      </h2>
      <ul>
        {rows.slice(0, most).map((row) => (
          <Tile key={row.task} row={row} hasScheduler={hasScheduler} why={whyOf(row)} />
        ))}
      </ul>
      {rows.length === 0 ? <p class="s dim">Nothing here.</p> : null}
      {rows.length > most ? (
        <button type="button" class="b" onClick={() => setMost(most + 100)}>
          Show {plural(Math.min(100, rows.length - most), 'more', 'more')}
        </button>
      ) : null}
    </section>
  )
}

function Tile({ row, ...facts }: RowFacts & { readonly row: BoardRow }): VNode {
  const now = useNow()
  const { task, title, run, agent, reason } = row
  const { status, lead, words, isMachine } = spokenOf(row, now, facts)
  return (
    <li class="panel tile2" data-key={`task/${task}`} data-task={task}>
      <a href={run === null ? linkFor({ page: 'task', task }) : linkFor({ page: 'run', run, tab: 'why' })}>
        <StateMark status={status} /> {title} <span class="dim">#{task}</span>
      </a>
      <p class={isMachine ? 's mono' : 's sub'}>
        {lead === null ? null : <b class="wait">{lead} </b>}
        {words}
        {(status === 'failed' || status === 'escalated') && reason !== null ? (
          <span class="why-code"> {reason}</span>
        ) : null}
      </p>
      <p class="xs dim ends">
        <span>{agent ?? 'command'}</span>
        <span>{[timeOf(row, now), costOf(row)].filter(Boolean).join(' · ')}</span>
      </p>
    </li>
  )
}
