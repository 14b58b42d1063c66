/** Why: the verdict, the line that shows it, what to do, and what else it could have been. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import { linkFor } from '../address.ts'
import { CorrectRun } from './correct-run.tsx'
import { Doing, Since, withCommands } from '../next-step.tsx'
import { Icon } from '../parts/icon.tsx'
import { lookOf } from '../parts/state.tsx'
import { useBriefs, useReasons } from '../reasons.ts'
import { longTime } from '../words.ts'
import { Compared } from './compared.tsx'
import { Evidence } from './evidence.tsx'
import { withoutRules } from './plain-words.ts'
import { stageName, stageWords, verdictWords } from './verdict-words.ts'
import { WhatNow } from './what-now.tsx'

type WhyProps = { readonly detail: ShownRun; readonly row: BoardRow | null; readonly state: State }

export function WhyTab({ detail, row, state }: WhyProps): VNode {
  const isNewest = row === null || row.run === detail.run.run
  return (
    <>
      <Verdict detail={detail} />
      {row?.live?.run === detail.run.run ? <Now live={row.live} detail={detail} /> : null}
      <Corrected detail={detail} />
      <Evidence detail={detail} />
      {isNewest ? <WhatNow detail={detail} row={row} state={state} /> : null}
      <Compared detail={detail} />
      <Opinion detail={detail} />
      <Lost detail={detail} />
      <Lessons detail={detail} />
    </>
  )
}

function Verdict({ detail }: { readonly detail: ShownRun }): VNode {
  const [isCorrecting, setCorrecting] = useState(false)
  const { run } = detail
  const { tone, icon } = lookOf(run.statusThatCounts)
  const { title, more } = verdictWords(detail, useReasons())
  const found = run.diagnosis
  return (
    <div class="verdict">
      <Icon name={icon} tone={tone} />
      <div>
        <h2>{title}</h2>
        {more.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <div class="meta">
          {run.reasonThatCounts === null ? null : <span class="why-code">{run.reasonThatCounts}</span>}
          {found === null ? null : <span>{found.confidence} confidence</span>}
          {found === null ? null : <span>seen {stageWords(found.stage)}</span>}
          {found?.resetAt === undefined ? null : <span>resets {longTime(found.resetAt)}</span>}
          {run.actions.includes('correct') ? (
            <button type="button" class="linklike" onClick={() => setCorrecting(true)}>
              Not right? Correct it
            </button>
          ) : null}
        </div>
      </div>
      {isCorrecting ? <CorrectRun run={run} onClose={() => setCorrecting(false)} /> : null}
    </div>
  )
}

function Now({ live, detail }: { live: NonNullable<BoardRow['live']>; detail: ShownRun }): VNode {
  return (
    <section class="sec">
      <h2>Now</h2>
      <div class="panel pad">
        <p>
          {live.stage === null ? 'Starting' : stageName(live.stage)}, for <Since at={detail.run.startedAt} />
        </p>
        <p class="sub">
          <Doing live={live} />
        </p>
        <p>
          <a href={linkFor({ page: 'run', run: detail.run.run, tab: 'story' })}>Read its story</a> or{' '}
          <a href={linkFor({ page: 'run', run: detail.run.run, tab: 'log' }, { at: 'end' })}>
            follow the log
          </a>
        </p>
      </div>
    </section>
  )
}

function Corrected({ detail: { run, corrections } }: { readonly detail: ShownRun }): VNode | null {
  const last = corrections.at(-1)
  if (last === undefined) return null
  return (
    <p class="note corrected">
      <Icon name="pen" />
      <span class="grow">
        A person corrected it on {longTime(last.at)}: <code>{last.reason ?? 'no failure'}</code>
        {last.note === null ? '' : ` (${last.note})`}. Mayday had found{' '}
        <code>{run.reason ?? 'no failure'}</code>.
      </span>
    </p>
  )
}

/** The answer of an agent that was asked. It never replaces a proven verdict. */
function Opinion({ detail: { opinion, opinionWords } }: { readonly detail: ShownRun }): VNode | null {
  if (opinion === null) return null
  const { agent, model, costUsd } = opinion.asked
  const told = [agent, model, costUsd === null ? null : `$${costUsd.toFixed(4)}`].filter(
    (one) => one !== null,
  )
  return (
    <section class="sec" aria-label="Second opinion">
      <h2>
        Second opinion <span>{told.join(', ')}</span>
      </h2>
      <div class="panel pad">
        <p>
          {opinionWords} {opinion.reason === null ? null : <span class="why-code">{opinion.reason}</span>}
        </p>
        {opinion.evidence === null ? null : <p class="mono s">{opinion.evidence.excerpt}</p>}
      </div>
    </section>
  )
}

function Lost({ detail: { run } }: { readonly detail: ShownRun }): VNode | null {
  const lost = run.diagnosis?.alternatives ?? []
  const briefs = useBriefs()
  if (lost.length === 0) return null
  return (
    <section class="sec">
      <h2>
        What else it could have been <span>and why not</span>
      </h2>
      <div class="panel">
        <table class="lost">
          <tbody>
            {lost.map(({ reason, why, rule }) => (
              <tr key={rule}>
                <td>
                  {briefs.get(reason) ?? ''} <span class="why-code">{reason}</span>
                </td>
                <td class="sub">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Lessons({ detail: { lessons } }: { readonly detail: ShownRun }): VNode | null {
  if (lessons.length === 0) return null
  return (
    <section class="sec">
      <h2>
        What it taught <span>goes into the next prompt</span>
      </h2>
      <ul class="panel pad lessons">
        {lessons.toReversed().map(({ number, run, error, attempted, helped }) => (
          <li key={number}>
            <p>{withoutRules(error)}</p>
            <p class="sub s">
              Run {run}
              {attempted === '' ? '' : <> tried: {withCommands(attempted)}</>}
              {helped === null ? '' : helped ? ' · it helped' : ' · it did not help'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
