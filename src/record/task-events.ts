/**
 * The events that lead from one state of a task to another, who causes them, and their consequences.
 *
 * M1 `moveTask` is the only writer of a task's status.
 * M2 An event that is not listed for a state is refused with a sentence.
 * M3 The consequences of an event are written in the same transaction.
 * M4 The task of a plain run has no events: its status is that of its last run (triggers of the schema).
 */
import { inQueueStatuses as IN_QUEUE, isOpen, taskStatuses, type TaskStatus } from './task-states.ts'

/**
 * `person`: an action on this task, which the row offers. `answer`: a person's decision on a run or an escalation.
 * `loop`: the task loop or the scheduler. `run`: a run that ended. `recovery`: after a kill or a restored backup.
 * `import`: another program's record.
 */
export type Actor = 'person' | 'answer' | 'loop' | 'run' | 'recovery' | 'import'

/**
 * `lastPlace`: move to the end of the queue. `waitOver`: clear the gate and the instant. `promiseDropped`: clear the
 * id of its next run.
 */
export type Consequence = 'lastPlace' | 'waitOver' | 'plansDropped' | 'promiseDropped' | 'escalationsClosed'

/** Actions of a person on a task. */
export const taskActions = ['retry', 'enqueue', 'run', 'cancel', 'skip', 'done', 'reset'] as const

export type TaskAction = (typeof taskActions)[number]

/** All other events. */
export const otherEvents = [
  'take-back',
  'accept',
  'close',
  'admit',
  'put-back',
  'start',
  'pause',
  'escalate',
  'give-up',
  'refuse-card',
  'succeed',
  'fail',
  'stop',
  'complete',
  'abandon',
  'import-lost',
  'import-run',
  'import-task',
] as const

const eventNames = [...taskActions, ...otherEvents]

export type StateEvent = (typeof eventNames)[number]

/** Where a skipped task, or one that was marked as done, can return to without being queued. */
export const takenBackTo = ['new', 'escalated', 'failed', 'canceled'] as const

export type TakenBackTo = (typeof takenBackTo)[number]

/** If an event can lead to several states, its caller chooses one. */
type Choices = {
  readonly retry: 'queued' | 'deferred'
  readonly enqueue: 'queued' | 'deferred'
  readonly 'take-back': TakenBackTo
  readonly close: 'failed' | 'canceled' | 'skipped'
  readonly 'put-back': Exclude<TaskStatus, 'running'>
  readonly abandon: 'queued' | 'waiting' | 'succeeded' | 'canceled'
  readonly 'import-run': 'succeeded' | 'failed' | 'canceled'
}

export type Target<E extends StateEvent> = E extends keyof Choices
  ? { readonly to: Choices[E] }
  : { readonly to?: TaskStatus }

type Rule<E extends StateEvent = StateEvent> = {
  readonly by: E extends TaskAction ? 'person' : Exclude<Actor, 'person'>
  readonly from: readonly TaskStatus[]
  readonly to: E extends keyof Choices
    ? readonly Choices[E][]
    : TaskStatus | ((from: TaskStatus) => TaskStatus)
  readonly follows: readonly Consequence[]
  /** Completes the sentence "The task cannot be …". */
  readonly words: string
  /** Only for tasks of cards. */
  readonly isForCards?: true
}

const NEXT_DROPPED: readonly Consequence[] = [
  'waitOver',
  'plansDropped',
  'promiseDropped',
  'escalationsClosed',
]
const QUEUED_AGAIN: readonly Consequence[] = ['lastPlace', 'waitOver', 'plansDropped', 'escalationsClosed']
const RESTING = ['waiting', 'escalated', 'succeeded', 'failed', 'canceled', 'skipped'] as const
/** The loop names the status that it saw, so a cancel or retry that arrives in the meantime wins. */
const IN_LOOP = taskStatuses

/** The table. */
export const taskEvents: { readonly [E in StateEvent]: Rule<E> } = {
  retry: { by: 'person', from: RESTING, to: IN_QUEUE, follows: QUEUED_AGAIN, words: 'retried' },
  enqueue: {
    by: 'person',
    from: ['new', ...RESTING],
    to: IN_QUEUE,
    follows: QUEUED_AGAIN,
    words: 'queued',
    isForCards: true,
  },
  run: {
    by: 'person',
    from: taskStatuses.filter((status) => status !== 'running'),
    to: 'running',
    follows: ['escalationsClosed'],
    words: 'started',
  },
  cancel: {
    by: 'person',
    from: [...IN_QUEUE, 'running', 'waiting', 'escalated'],
    to: 'canceled',
    follows: NEXT_DROPPED,
    words: 'canceled',
  },
  skip: {
    by: 'person',
    from: ['new', ...IN_QUEUE, 'waiting', 'escalated', 'failed', 'canceled'],
    to: 'skipped',
    follows: NEXT_DROPPED,
    words: 'skipped',
  },
  /** A person has done the work, or found that nothing is left to do. */
  done: {
    by: 'person',
    from: ['new', ...IN_QUEUE, 'waiting', 'escalated', 'failed', 'canceled', 'skipped'],
    to: 'succeeded',
    follows: NEXT_DROPPED,
    words: 'marked as done',
  },
  reset: {
    by: 'person',
    from: taskStatuses.filter((status) => status !== 'running'),
    to: (from) => (isOpen(from) ? 'canceled' : from),
    follows: NEXT_DROPPED,
    words: 'reset',
    isForCards: true,
  },
  /** A person takes a skip or a done back: the task is as it was before. */
  'take-back': {
    by: 'answer',
    from: ['skipped', 'succeeded'],
    to: takenBackTo,
    follows: [],
    words: 'taken back',
  },
  /** A person corrected its last run to no failure. */
  accept: {
    by: 'answer',
    from: [...IN_QUEUE, 'waiting', 'escalated', 'failed', 'canceled', 'skipped'],
    to: 'succeeded',
    follows: NEXT_DROPPED,
    words: 'accepted',
  },
  /** Its escalation was closed without another attempt. It gets the state that its last run left. */
  close: {
    by: 'answer',
    from: ['escalated'],
    to: ['failed', 'canceled', 'skipped'],
    follows: [],
    words: 'closed',
  },
  /** The queue has room for a deferred card, or the card's lock was lost. */
  admit: {
    by: 'loop',
    from: IN_QUEUE,
    to: 'queued',
    follows: ['lastPlace', 'waitOver'],
    words: 'admitted to the queue',
  },
  /** The card of a task that was just queued could not be written. */
  'put-back': {
    by: 'loop',
    from: ['queued'],
    to: ['new', ...IN_QUEUE, ...RESTING],
    follows: [],
    words: 'put back',
  },
  start: {
    by: 'loop',
    from: ['new', ...IN_QUEUE, 'running', 'waiting', 'escalated', 'failed'],
    to: 'running',
    follows: ['escalationsClosed'],
    words: 'started',
  },
  pause: { by: 'loop', from: IN_LOOP, to: 'waiting', follows: [], words: 'paused' },
  escalate: { by: 'loop', from: IN_LOOP, to: 'escalated', follows: [], words: 'escalated' },
  /** It could not continue. */
  'give-up': {
    by: 'loop',
    from: IN_LOOP,
    to: 'escalated',
    follows: ['promiseDropped'],
    words: 'escalated',
  },
  /** Its card must not be started as it is. */
  'refuse-card': {
    by: 'loop',
    from: IN_LOOP,
    to: 'escalated',
    follows: ['waitOver', 'plansDropped', 'promiseDropped'],
    words: 'escalated',
  },
  succeed: { by: 'loop', from: IN_LOOP, to: 'succeeded', follows: [], words: 'completed' },
  fail: { by: 'loop', from: IN_LOOP, to: 'failed', follows: [], words: 'ended as failed' },
  stop: { by: 'loop', from: IN_LOOP, to: 'canceled', follows: [], words: 'stopped' },
  /** Completion wins over a cancel. */
  complete: {
    by: 'run',
    from: ['running', 'canceled'],
    to: 'succeeded',
    follows: [],
    words: 'completed',
  },
  /** The process that worked on it is gone. */
  abandon: {
    by: 'recovery',
    from: ['running'],
    to: ['queued', 'waiting', 'succeeded', 'canceled'],
    follows: [],
    words: 'recovered',
  },
  /** It has a run that the database did not know. */
  'import-lost': {
    by: 'recovery',
    from: taskStatuses,
    to: 'running',
    follows: ['waitOver'],
    words: 'recovered',
  },
  /** The other program has run it. */
  'import-run': {
    by: 'import',
    from: ['escalated'],
    to: ['succeeded', 'failed', 'canceled'],
    follows: [],
    words: 'imported',
  },
  /** The other program has run it, and has not finished it. */
  'import-task': {
    by: 'import',
    from: ['running', 'succeeded', 'failed', 'canceled'],
    to: 'escalated',
    follows: [],
    words: 'imported',
  },
}

/** M2: the states to which the event may lead from this one; none if it is refused. */
export function targetsOf(event: StateEvent, from: TaskStatus): readonly TaskStatus[] {
  const { to, from: possible } = taskEvents[event]
  if (!possible.includes(from)) return []
  if (typeof to === 'function') return [to(from)]
  return typeof to === 'string' ? [to] : to
}

/** The states from which some event leads to this one. */
export const statesBefore = (to: TaskStatus): readonly TaskStatus[] =>
  taskStatuses.filter((from) => eventNames.some((event) => targetsOf(event, from).includes(to)))
