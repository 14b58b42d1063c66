/** Everything about one task, run or card, beside the page that it was opened from. */
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownCard } from '../../src/views/card.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { ShownTask } from '../../src/views/show-task.ts'
import type { State } from '../../src/views/state.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import { goTo, linkTo, subjectWord, type Subject } from '../address.ts'
import { useAsked, type Asked } from '../asked.ts'
import { question } from '../client.ts'
import { Chip } from '../chip.tsx'
import { WaitWords } from '../next-step.tsx'
import { useNow } from '../now.ts'
import { useFocusInside, useTakenFocus } from '../take-focus.ts'
import { Trouble } from '../trouble.tsx'
import { attemptsWords, baseName } from '../words.ts'
import { ActionBar } from './action-bar.tsx'
import { Attempts } from './attempts.tsx'
import { CardParts } from './card-parts.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { Facts } from './facts.tsx'
import { Lessons } from './lessons.tsx'
import { LiveParts } from './live-parts.tsx'
import { Plans, Snapshots } from './recovery-parts.tsx'
import { Timeline } from './timeline.tsx'

/** The events of a live run grow while the task's row stays the same. */
const LIVE_LOOK_MS = 2000

/** Another word whenever what is open should be asked for again. */
function useMark(row: BoardRow | null): string {
  const now = useNow()
  const beat = (row?.live ?? null) === null ? 0 : Math.floor(now / LIVE_LOOK_MS)
  return [beat, row?.status, row?.run, row?.reason, row?.attempts, row?.waiting?.until].join(' ')
}

type InspectorProps = { readonly subject: Subject; readonly state: State }

export function Inspector({ subject, state }: InspectorProps): VNode {
  const word = subjectWord(subject)
  const inState = rowOf(subject, state)
  const old = useOldTask(subject, inState)
  const known = inState ?? old.answer?.task ?? null
  const mark = useMark(known)
  const path = subject.kind === 'card' ? subject.path : (known?.card ?? null)
  const card = useAsked(path === null ? null : question('card', { path }), mark)
  const number = subject.kind === 'run' ? subject.run : (known?.run ?? null)
  const detail = useAsked(number === null ? null : question('runs/:id', { id: number }), mark)
  // The row of the state is the newer one; a task that is long over is only in the answer.
  const inBoard = known ?? rowOfTask(detail.answer?.run.task, state)
  const row = inBoard ?? detail.answer?.task ?? null
  const isOlder = subject.kind === 'run' && row !== null && row.run !== subject.run
  const error = detail.error ?? card.error ?? old.error
  return (
    <Panel word={word}>
      <Head subject={subject} row={row} detail={detail.answer} card={card.answer} />
      <Trouble error={error} />
      {isOlder ? <OlderRun run={subject.run} row={row} /> : <Situation row={inBoard} card={card.answer} />}
      <ActionBar
        key={word}
        row={isOlder ? null : row}
        detail={detail.answer}
        card={card.answer}
        state={state}
      />
      {detail.answer === null ? null : <RunParts detail={detail.answer} row={inBoard} />}
      {card.answer === null ? null : <CardParts detail={card.answer} />}
    </Panel>
  )
}

/** A task that is long over is not in the state. */
function useOldTask(subject: Subject, inState: BoardRow | null): Asked<ShownTask> {
  const isOld = subject.kind === 'task' && inState === null
  return useAsked(isOld ? question('tasks/:n', { n: subject.task }) : null)
}

function rowOf(subject: Subject, { tasks }: State): BoardRow | null {
  const found = tasks.find((row) =>
    subject.kind === 'task'
      ? row.task === subject.task
      : subject.kind === 'run'
        ? row.run === subject.run
        : row.card === subject.path,
  )
  return found ?? null
}

const rowOfTask = (task: number | undefined, { tasks }: State): BoardRow | null =>
  tasks.find((row) => row.task === task) ?? null

/** Actions on a task start from its newest run. */
const OlderRun = ({ run, row }: { readonly run: number; readonly row: TaskRow }): VNode => (
  <p class="notice">
    <span>
      Run {run} is an older run of this task; the newest is run {row.run}.
    </span>
    <a href={linkTo({ subject: { kind: 'task', task: row.task } })}>Open task #{row.task}</a>
  </p>
)

/** The focus moves into the panel when another subject is opened, and `Esc` closes it. */
function Panel({ word, children }: { readonly word: string; readonly children: ComponentChildren }): VNode {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.scrollTo(0, 0)
  }, [word])
  useFocusInside(panel)
  useTakenFocus(panel, word, word.replace(/^card\//, ''))
  return (
    <aside class="panel" ref={panel} tabIndex={-1} aria-label="Inspector">
      <button
        type="button"
        class="plain close"
        aria-label="Close the inspector"
        onClick={() => goTo({ subject: null })}
      >
        ×
      </button>
      {children}
    </aside>
  )
}

type HeadProps = {
  readonly subject: Subject
  readonly row: TaskRow | null
  readonly detail: ShownRun | null
  readonly card: ShownCard | null
}

/** Shown until the title is known. */
const nameOf = (subject: Subject): string =>
  subject.kind === 'card'
    ? baseName(subject.path)
    : subject.kind === 'run'
      ? `Run ${subject.run}`
      : `Task #${subject.task}`

function Head({ subject, row, detail, card }: HeadProps): VNode {
  const isOfRun = subject.kind === 'run'
  const status = isOfRun ? detail?.run.statusThatCounts : (row?.status ?? card?.card.status)
  const reason = isOfRun ? (detail?.run.reasonThatCounts ?? null) : (row?.reason ?? null)
  const run = detail?.run.run ?? row?.run ?? null
  const task = row?.task ?? detail?.run.task ?? null
  return (
    <header class="panel-head">
      <p class="muted">
        {[
          task === null ? null : `Task #${task}`,
          run === null ? null : `run ${run}`,
          card?.card.path ?? row?.card ?? null,
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </p>
      <h2>{row?.title ?? detail?.run.title ?? card?.card.title ?? nameOf(subject)}</h2>
      <p class="panel-state">
        {status === undefined || status === null ? null : <Chip status={status} reason={reason} />}
        {(detail?.class ?? null) === null ? null : <span class="muted">class {detail?.class}</span>}
        <span class="muted">{attemptsOf(subject, row, detail)}</span>
      </p>
    </header>
  )
}

/** A run has its own number; a task has those that count. */
function attemptsOf(subject: Subject, row: TaskRow | null, detail: ShownRun | null): string {
  if (subject.kind === 'run') return detail === null ? '' : `attempt ${detail.run.attempt}`
  return row === null ? '' : attemptsWords(row)
}

type SituationProps = { readonly row: BoardRow | null; readonly card: ShownCard | null }

function Situation({ row, card }: SituationProps): VNode {
  const wait = row?.waiting ?? null
  const problem = row?.problem ?? card?.card.problem ?? null
  return (
    <>
      {problem === null ? null : (
        <p class="notice is-failed problem" role="note">
          <strong>{card?.card.isMalformed === true ? 'Not a card' : 'Impossible state'}</strong> {problem}
        </p>
      )}
      {row === null || wait === null ? null : (
        <p class="panel-next">
          <span class="muted">{wait.kind === 'person' ? 'Needs a person:' : 'Next:'}</span>{' '}
          <WaitWords wait={wait} title={row.title} />
        </p>
      )}
    </>
  )
}

function RunParts({ detail, row }: { readonly detail: ShownRun; readonly row: BoardRow | null }): VNode {
  const live = row?.live ?? detail.live
  return (
    <>
      {live !== null && live.run === detail.run.run ? <LiveParts live={live} run={detail.run} /> : null}
      <Diagnosis detail={detail} />
      <Facts detail={detail} />
      <Attempts detail={detail} />
      <Timeline detail={detail} />
      <Lessons lessons={detail.lessons} />
      <Plans plans={detail.plans} />
      <Snapshots detail={detail} isRunning={row?.status === 'running'} />
    </>
  )
}
