/** The deed that the view advises for what needs a person: the word of its button, and what it does. */
import type { Need } from '../../src/views/needs.ts'
import type { State } from '../../src/views/state.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import { linkFor, visit } from '../address.ts'
import { askFor } from './deed-dialogs.tsx'
import { acknowledge } from './escalation-deeds.ts'
import { openGate } from './gate-deeds.ts'
import { finishTasks, retryTasks } from './task-deeds.ts'

type Doing = {
  readonly name: string
  readonly run: (need: Need, row: TaskRow | null, state: State) => void
}

const tasksOf = (row: TaskRow | null): readonly TaskRow[] => (row === null ? [] : [row])

const DOINGS: Readonly<Record<Need['deed'], Doing>> = {
  check: {
    name: 'Check and resume',
    run: ({ gate }, row, state) => (gate === null ? retryTasks(tasksOf(row)) : openGate(gate, state)),
  },
  retry: { name: 'Try again', run: (_, row) => retryTasks(tasksOf(row)) },
  hint: { name: 'Retry with a hint', run: (_, row) => askFor({ kind: 'hint', tasks: tasksOf(row) }) },
  agent: { name: 'Ask another agent', run: (_, row) => askFor({ kind: 'agent', tasks: tasksOf(row) }) },
  edit: { name: 'Edit the prompt', run: (_, row) => askFor({ kind: 'prompt', tasks: tasksOf(row) }) },
  done: { name: 'Mark as done', run: (_, row) => finishTasks(tasksOf(row)) },
  log: {
    name: 'Open the log',
    run: ({ run }) => visit(run === null ? '/runs' : linkFor({ page: 'run', run, tab: 'log' })),
  },
  acknowledge: {
    name: 'Acknowledge',
    run: ({ escalation, what }) => acknowledge(escalation ?? 0, what),
  },
}

/** What is shared and has no task is acknowledged, if its deed needs a task. */
export const doingOf = ({ deed: wanted, task, gate }: Need): Doing =>
  task === null && gate === null && wanted !== 'log' ? DOINGS.acknowledge : DOINGS[wanted]

/** The page that shows it. */
export const needHref = ({ run, task }: Need): string =>
  run !== null
    ? linkFor({ page: 'run', run, tab: 'why' })
    : task !== null
      ? linkFor({ page: 'task', task })
      : '/failures'
