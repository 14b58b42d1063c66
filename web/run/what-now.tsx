/** What Mayday does next, what a person can do, and the commands for it. */
import type { VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import type { TaskWait } from '../../src/views/task-wait.ts'
import { WaitWords } from '../next-step.tsx'
import { Command } from '../parts/command.tsx'
import { stepOf } from '../parts/steps.ts'
import { useReasons, type ReasonRows } from '../reasons.ts'
import { money, needsPerson } from '../words.ts'
import { HintForm } from './hint-form.tsx'

type NowProps = { readonly detail: ShownRun; readonly row: BoardRow | null; readonly state: State }

export function WhatNow({ detail, row, state }: NowProps): VNode | null {
  const { run } = detail
  const reasons = useReasons()
  if (run.endedAt === null) return null
  const steps = [
    ...advisedSteps(detail, state),
    ...openStep(detail),
    ...(row?.actions.includes('retry') === true && run.statusThatCounts === 'failed' && mayHelp(run, reasons)
      ? [<HintForm key="hint" task={run.task} />]
      : []),
  ]
  if (run.statusThatCounts !== 'failed' && steps.length === 0) return null
  return (
    <section class="sec">
      <h2>What now</h2>
      <ol class="panel pad">
        <li class="step lead">
          <div>
            <Next detail={detail} row={row} state={state} />
          </div>
        </li>
        {steps.map((step, at) => (
          <li key={at} class="step">
            <b>{at + 1}</b>
            <div>{step}</div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Next({ detail, row, state }: NowProps): VNode {
  const { run, plans } = detail
  const plan = plans.findLast((one) => one.run === run.run)
  const price = priceWords(detail)
  if (run.statusThatCounts !== 'failed') return <p>Nothing is left to do.</p>
  if (row?.waiting !== null && row?.waiting !== undefined && row.waiting.kind !== 'person')
    return (
      <p>
        <b>{goesOn(row.waiting, state)}</b> <WaitWords wait={row.waiting} title={row.title} />
        {needsPerson(row.waiting) ? (
          <>
            {' '}
            <a href="/">See what to do</a>
          </>
        ) : null}
      </p>
    )
  return (
    <p>
      <b>Mayday does nothing more by itself.</b>{' '}
      <span class="sub">
        {plan === undefined ? '' : `${plan.why}${plan.why.endsWith('.') ? '' : '.'} `}
        {price}
      </span>
    </p>
  )
}

/** A lesson helps if the agent itself failed: no words to it free a disk, sign it in or end a limit. */
const mayHelp = ({ reasonThatCounts }: ShownRun['run'], reasons: ReasonRows): boolean =>
  reasons.get(reasonThatCounts ?? '')?.difference === 'lesson'

const goesOn = (wait: TaskWait, { holder, isShared }: State): string =>
  needsPerson(wait)
    ? 'It goes on when a person has helped:'
    : holder === null && !isShared
      ? 'It goes on when the scheduler runs:'
      : 'It goes on by itself:'

/** What another try would cost, by what the others did. */
function priceWords({ attempts }: ShownRun): string {
  const costs = attempts.flatMap(({ costUsd }) => (costUsd === null || costUsd === 0 ? [] : [costUsd]))
  if (costs.length === 0) return ''
  return `Another try would cost about ${money(costs.reduce((sum, one) => sum + one, 0) / costs.length)}.`
}

/** The steps that the escalation names. Words that are a command can be copied. */
function advisedSteps({ run }: ShownRun, { escalations }: State): readonly VNode[] {
  const raised = escalations.find(({ task, state }) => task === run.task && state !== 'closed')
  const actions = raised?.detail['actions']
  if (!Array.isArray(actions)) return []
  return (
    actions
      // This page is what `mayday show` prints, and the buttons above are the others.
      .filter(
        (action): action is string =>
          typeof action === 'string' && !/^mayday (?:show|retry|skip|done) /.test(action),
      )
      .map((action) => {
        const { words, command } = stepOf(action)
        return (
          <div key={action}>
            <p>{words}</p>
            {command === null ? null : <Command command={command} />}
          </div>
        )
      })
  )
}

/** See it fail in a copy of the work. */
function openStep({ run }: ShownRun): readonly VNode[] {
  if (run.statusThatCounts !== 'failed' || (run.changedFiles ?? []).length === 0) return []
  const verify = run.verify === null || run.verify.passed ? '' : ` -- ${shellWord(run.verify.command)}`
  return [
    <div key="open">
      <p>{verify === '' ? 'Look at a copy of its work' : 'See it fail yourself, in a copy of its work'}</p>
      <Command command={`mayday open ${run.run}${verify}`} />
    </div>,
  ]
}

/** A plain command is typed as it is; anything else needs a shell. */
const shellWord = (command: string): string =>
  /^[\w./:=@ -]+$/.test(command) ? command : `sh -c '${command.replaceAll("'", String.raw`'\''`)}'`
