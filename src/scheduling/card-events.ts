/**
 * What happens to a card's file as its task goes on.
 *
 * E1 Recorded first, written then: whatever kills the writer, the next command finds what is still to be written. E2 A
 * line stands in the History once: it carries its run's id, and one that is there already is not written again. E3 A
 * card that cannot be written (a person is in the middle of an edit, it is broken, it is gone) is left alone and tried
 * again; nothing else waits for it. E4 Boxes are ticked only by a success.
 */
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { CardChangedError } from '../cards/card-error.ts'
import { cardInside } from '../cards/card-place.ts'
import type { Card } from '../cards/card.ts'
import { endOfRun, historyLine } from '../cards/history-line.ts'
import { readOutcome } from '../cards/outcome.ts'
import { readCard } from '../cards/read-card.ts'
import { saveCard } from '../cards/save-card.ts'
import type { CardEventRecord, NewCardEvent } from '../record/card-state.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { readStory } from '../supervision/run-story.ts'
import { lastWordsOf } from './facts-of.ts'
import { locateCard } from './find-card.ts'
import type { QueueContext } from './locks.ts'
import { workBranch } from './work-folder.ts'

/** A run of this id waits for its turn. */
export function noteQueued(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const about = aboutOf(task, context)
  const line = historyLine({ event: 'queued', at: nowOf(context), runId, flow: task.flow, about })
  note(task, { runId, event: 'queued', line, status: 'queued' }, context)
}

/** Its process is there. */
export function noteStarted(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'started', at: nowOf(context), runId, flow: task.flow })
  note(task, { runId, event: 'started', line, status: 'running' }, context)
}

/** How it ended. E4. Whoever started it may have died before the card was told of that. */
export function noteEnded(task: TaskRecord, run: RunRecord, context: QueueContext): void {
  const folder = new RunFolder(join(context.project.record, run.logPath))
  const result = folder.result()
  if (task.card === null || result === null) return
  const { runId, status } = result
  if (hasStarted(folder)) noteStarted(task, runId, context)
  const outcome = readOutcome(lastWordsOf(run, context))
  const boxes = tryReadCard(task, context)?.criteria ?? []
  const checked =
    status === 'succeeded'
      ? outcome.checkedCriteria.filter((one) =>
          boxes.some(({ index, isChecked }) => index === one && !isChecked),
        )
      : []
  const line = historyLine(endOfRun(result, outcome, checked.length))
  note(task, { runId, event: status, line, status, checked }, context)
}

/** A person says that its run was no failure. */
export function noteAccepted(task: TaskRecord, { runId, verify }: RunRecord, context: QueueContext): void {
  if (task.card === null) return
  const tests = verify === null ? 'not run' : verify.passed ? 'pass' : 'fail'
  const line = historyLine({
    event: 'succeeded',
    at: nowOf(context),
    runId,
    flow: task.flow,
    checked: 0,
    tests,
  })
  note(task, { runId, event: 'succeeded', line, status: 'succeeded' }, context)
}

/** It could not even be launched, and has no run to show for it. */
export function noteRejected(task: TaskRecord, runId: string, why: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'rejected', at: nowOf(context), runId, flow: task.flow, why })
  note(task, { runId, event: 'failed', line, status: 'failed' }, context)
}

/** A person wants none of it: what waited for its turn, or for its next try. */
export function noteCanceled(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'canceled', at: nowOf(context), runId, flow: task.flow })
  note(task, { runId, event: 'canceled', line, status: 'canceled' }, context)
}

/** Its process was there: by what was recorded of it, or by what it wrote itself. */
const hasStarted = (folder: RunFolder): boolean =>
  readStory(folder.events()).some(({ stage, wrapper }) => wrapper !== null || folder.pidOf(stage) !== null)

const nowOf = ({ clock }: QueueContext): string => clock.now().toISOString()

type Note = Pick<NewCardEvent, 'runId' | 'event' | 'line' | 'status'> & {
  readonly checked?: readonly number[]
}

/** E1. */
function note({ task, flow }: TaskRecord, noted: Note, { store, clock }: QueueContext): void {
  store.addCardEvent({ checked: [], ...noted, task, flow, at: clock.now().toISOString() })
}

/** What the queued line tells, by flow. A card that cannot be read tells nothing. */
function aboutOf(task: TaskRecord, context: QueueContext): string | null {
  const card = tryReadCard(task, context)
  if (task.flow === 'research') return card?.title ?? task.title
  // A card may name a branch that nobody has checked out: only what is reviewed goes by it.
  const named = task.flow === 'review' ? card?.branch : null
  return named ?? workBranch(task, context)
}

function tryReadCard(task: TaskRecord, { project }: QueueContext): Card | null {
  try {
    return task.card === null ? null : readCard(cardInside(project.root, task.card).absolute)
  } catch (error) {
    if (error instanceof MaydayError) return null
    throw error
  }
}

/** E2, E3: brings the file up to what is recorded. Why that was not possible; null where it was. */
export function writeCard({ task }: Pick<TaskRecord, 'task'>, context: QueueContext): string | null {
  const { store, project } = context
  if (store.pendingCardEvents(task).length === 0) return null
  const path = locateCard(task, context)
  if (path === null) return null
  let problem: string | null = null
  store.writeCardEvents(task, (events) => {
    problem = bring(path, events, project)
    return problem
  })
  return problem
}

/** An editor that saves at the same moment: a few looks are enough, and the next command looks again. */
const LOOKS = 5

function bring(
  path: string,
  events: readonly CardEventRecord[],
  project: Project,
  looks = LOOKS,
): string | null {
  try {
    const { root, record } = project
    const card = readCard(cardInside(root, path).absolute)
    const untold = events.filter((event) => !stands(event, card))
    const last = untold.at(-1)
    if (last === undefined) return null
    const check = untold.flatMap(({ checked }) => checked)
    const lines = untold.map(({ line }) => line)
    saveCard(card, { status: last.status, flow: last.flow, lines, check }, { root, record })
    return null
  } catch (error) {
    if (error instanceof CardChangedError && looks > 1) return bring(path, events, project, looks - 1)
    if (error instanceof MaydayError) return error.message
    throw error
  }
}

/** E2: known by its run and what happened to it, however the line was written. */
function stands({ runId, line }: CardEventRecord, { history }: Card): boolean {
  const told = runId === null ? line : (/Run \S+ \w+/.exec(line)?.[0] ?? line)
  return history.some((one) => one.includes(told))
}
