/**
 * Writes the events of a task to the file of its card.
 *
 * - E1 An event is recorded first and written then. If Mayday is killed in between, the next command writes it.
 * - E2 The History contains each event once. A line carries the id of its run, and an existing line is not written
 *   again.
 * - E3 A card that cannot be written (a person edits it, it is invalid, it is missing) is left alone and retried later.
 *   No other card waits for it.
 * - E4 Only a success ticks boxes.
 * - E5 On a fleet the events are sent to the fleet. One node, the card writer, writes them (`bringCard`).
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

/** Notes that a run with this id is queued. */
export function noteQueued(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const about = aboutOf(task, context)
  const line = historyLine({ event: 'queued', at: nowOf(context), runId, flow: task.flow, about })
  note(task, { runId, event: 'queued', line, status: 'queued' }, context)
}

/** Notes that the process of the run has started. */
export function noteStarted(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'started', at: nowOf(context), runId, flow: task.flow })
  note(task, { runId, event: 'started', line, status: 'running' }, context)
}

/**
 * Notes how the run ended (E4). The process that started it may have died before it noted the start, so the start is
 * noted too.
 */
export function noteEnded(task: TaskRecord, run: RunRecord, context: QueueContext): void {
  const folder = new RunFolder(join(context.project.record, run.logPath))
  const result = folder.result()
  if (task.card === null || result === null) return
  const { runId, status } = result
  if (hasStarted(folder)) noteStarted(task, runId, context)
  const outcome = readOutcome(lastWordsOf(run, context))
  const boxes = tryReadCard(task, context)?.criteria ?? []
  // E5: the file that the card writer has decides there.
  const isBox = (one: number): boolean =>
    context.isShared === true || boxes.some(({ index, isChecked }) => index === one && !isChecked)
  const checked = status === 'succeeded' ? outcome.checkedCriteria.filter(isBox) : []
  const line = historyLine(endOfRun(result, outcome, checked.length))
  note(task, { runId, event: status, line, status, checked }, context)
}

/** Notes that a person accepted the run: it was not a failure. */
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

/** Notes that a person marked the task as done. Nothing was tested. */
export function noteDone(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const at = nowOf(context)
  const line = historyLine({ event: 'succeeded', at, runId, flow: task.flow, checked: 0, tests: 'not run' })
  note(task, { runId, event: 'succeeded', line, status: 'succeeded' }, context)
}

/** Notes that the launch was refused. There is no run in the record. */
export function noteRejected(task: TaskRecord, runId: string, why: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'rejected', at: nowOf(context), runId, flow: task.flow, why })
  note(task, { runId, event: 'failed', line, status: 'failed' }, context)
}

/** Notes that a person canceled a queued run or a pending retry. */
export function noteCanceled(task: TaskRecord, runId: string, context: QueueContext): void {
  if (task.card === null) return
  const line = historyLine({ event: 'canceled', at: nowOf(context), runId, flow: task.flow })
  note(task, { runId, event: 'canceled', line, status: 'canceled' }, context)
}

/** Notes that a person reset the card. Only on a fleet (E5): elsewhere the reset itself writes the card. */
export function noteReset(
  task: TaskRecord,
  before: { readonly flow: string | null; readonly status: string | null },
  context: QueueContext,
): void {
  const line = historyLine({ event: 'reset', at: nowOf(context), ...before })
  const { store, clock } = context
  const at = clock.now().toISOString()
  store.addCardEvent({
    checked: [],
    runId: null,
    event: 'reset',
    line,
    status: 'idle',
    flow: null,
    task: task.task,
    at,
  })
}

/** The process has started if events.jsonl recorded it or the process wrote its pid. */
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

/** The text of the queued line, by flow. Null if the card cannot be read. */
function aboutOf(task: TaskRecord, context: QueueContext): string | null {
  const card = tryReadCard(task, context)
  if (task.flow === 'research') return card?.title ?? task.title
  // A card may name a branch that is not checked out. Only a review uses that name.
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

/** E2, E3: writes the recorded events to the file. Returns the problem, or null if the file is up to date. */
export function writeCard({ task }: Pick<TaskRecord, 'task'>, context: QueueContext): string | null {
  const { store, project } = context
  if (context.isShared === true || store.pendingCardEvents(task).length === 0) return null
  const path = locateCard(task, context)
  if (path === null) return null
  let problem: string | null = null
  store.writeCardEvents(task, (events) => {
    problem = bringCard(path, events, project)
    return problem
  })
  return problem
}

/** An editor may save at the same moment. A few tries are enough, because the next command tries again. */
const LOOKS = 5

type Told = Pick<CardEventRecord, 'runId' | 'line' | 'status' | 'flow' | 'checked'>

/** E2, E3. Returns the problem, or null if the file is up to date. */
export function bringCard(
  path: string,
  events: readonly Told[],
  project: Pick<Project, 'root' | 'record'>,
  looks = LOOKS,
): string | null {
  try {
    const { root, record } = project
    const card = readCard(cardInside(root, path).absolute)
    const untold = events.filter((event) => !stands(event, card))
    const last = untold.at(-1)
    if (last === undefined) return null
    const boxes = new Set(card.criteria.map(({ index }) => index))
    const check = untold.flatMap(({ checked }) => checked).filter((one) => boxes.has(one))
    const lines = untold.map(({ line }) => line)
    saveCard(card, { status: last.status, flow: last.flow, lines, check }, { root, record })
    return null
  } catch (error) {
    if (error instanceof CardChangedError && looks > 1) return bringCard(path, events, project, looks - 1)
    if (error instanceof MaydayError) return error.message
    throw error
  }
}

/** E2: an event is identified by its run and its word. The rest of the line may differ. */
function stands({ runId, line }: Told, { history }: Card): boolean {
  const told = runId === null ? line : (/Run \S+ \w+/.exec(line)?.[0] ?? line)
  return history.some((one) => one.includes(told))
}
