/** The turns of a session, the newest first. */
import type { VNode } from 'preact'
import type { SessionAnswer } from '../../src/views/sessions.ts'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { Why } from '../parts/why.tsx'
import { failedWords, useBriefs, type Briefs } from '../reasons.ts'
import { duration, money, plural } from '../words.ts'
import { markOf, sessionWord } from './session-words.ts'

const MOST_TURNS = 100

export function SessionTurns({ session: { turnList, turns } }: { readonly session: SessionAnswer }): VNode {
  const briefs = useBriefs()
  const shown = turnList.slice(-MOST_TURNS).toReversed()
  return (
    <section class="sec">
      <h2>
        Turns{' '}
        <span>
          {shown.length === turns ? plural(turns, 'turn') : `the newest ${shown.length} of ${turns}`}
        </span>
      </h2>
      <div class="panel">
        <table class="stack">
          <thead>
            <tr>
              <th>Turn</th>
              <th class="n">Began</th>
              <th>Asked</th>
              <th>What came of it</th>
              <th class="n">Took</th>
              <th class="n">Cost</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((turn) => (
              <TurnRow key={turn.number} turn={turn} briefs={briefs} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type TurnRowProps = { readonly turn: SessionAnswer['turnList'][number]; readonly briefs: Briefs }

function TurnRow({ turn, briefs }: TurnRowProps): VNode {
  const { number, asked, startedAt, endedAt, status, reason, said, line, costUsd } = turn
  return (
    <tr>
      <td class="nw">
        <StateMark status={markOf(status)} words={sessionWord(status)} /> {number}
      </td>
      <td class="n dim">{startedAt === null ? '' : <When at={startedAt} />}</td>
      <td class="full break">{asked}</td>
      <td class="full sub break">
        <Why
          words={
            reason === null ? `${sessionWord(status)} ${said ?? ''}` : failedWords(briefs.get(reason), said)
          }
          code={reason}
        />
        {line === null ? '' : ` (line ${line})`}
      </td>
      <td class="n">
        {startedAt === null || endedAt === null ? '' : duration(Date.parse(endedAt) - Date.parse(startedAt))}
      </td>
      <td class="n">{costUsd === null ? '' : money(costUsd)}</td>
    </tr>
  )
}
