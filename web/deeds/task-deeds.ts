/** What can be done with a task: the same entries in every menu, and the same undo. */
import type { BoardRow } from '../../src/views/board-row.ts'
import { runAll, runAction } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import type { MenuEntry } from '../parts/menu.tsx'
import { plural } from '../words.ts'
import { askFor } from './deed-dialogs.tsx'

type Task = Pick<BoardRow, 'task' | 'title' | 'run' | 'actions'>

const canDo = (action: BoardRow['actions'][number]) => (row: Task) => row.actions.includes(action)

export const skipTasks = (rows: readonly Task[]): void =>
  withUndo(rows.filter(canDo('skip')), 'skip', 'skipped')

export const finishTasks = (rows: readonly Task[]): void =>
  withUndo(rows.filter(canDo('done')), 'done', 'done')

function withUndo(rows: readonly Task[], action: 'skip' | 'done', word: string): void {
  const [only] = rows
  const name = rows.length === 1 && only !== undefined ? `“${only.title}” is` : null
  void runAll(
    rows.map(({ task }) => deed(`tasks/:n/${action}`, { n: task })),
    {
      said: (done) => `${name ?? `${plural(done, 'task')} ${done === 1 ? 'is' : 'are'}`} ${word}.`,
      undo: rows.map(({ task }) => deed('tasks/:n/undo', { n: task })),
    },
  )
}

export const retryTasks = (rows: readonly Task[]): void =>
  void runAll(
    rows.filter(canDo('retry')).map(({ task }) => deed('tasks/:n/retry', { n: task })),
    { said: (done) => `${plural(done, 'task')} will be tried again.` },
  )

/** A live run loses its unfinished work, so it asks first and names what stops. */
export function cancelTasks(rows: readonly Task[]): void {
  const stopping = rows.filter(canDo('cancel'))
  confirmFirst({
    title: `Cancel ${plural(stopping.length, 'task')}?`,
    body: `Their runs are stopped, and nothing more is started for them: ${stopping
      .slice(0, 10)
      .map(({ title, task }) => `“${title}” (#${task})`)
      .join(
        ', ',
      )}${stopping.length > 10 ? ` and ${stopping.length - 10} more` : ''}. What they changed stays in the files.`,
    does: 'Cancel them',
    run: () =>
      void runAll(
        stopping.map(({ task }) => deed('tasks/:n/cancel', { n: task })),
        { said: (done) => `${plural(done, 'task')} canceled.` },
      ),
  })
}

/** The menu of a task. Only what is possible now. */
export function taskMenu(row: Task): readonly MenuEntry[] {
  const one = [row]
  const may = (action: BoardRow['actions'][number]): boolean => row.actions.includes(action)
  const entry = (name: string, run: () => void, isPossible: boolean): readonly MenuEntry[] =>
    isPossible ? [{ name, run }] : []
  return [
    ...entry('Retry', () => retryTasks(one), may('retry')),
    ...entry('Retry with a hint…', () => askFor({ kind: 'hint', tasks: one }), may('retry')),
    ...entry('Ask another agent…', () => askFor({ kind: 'agent', tasks: one }), may('retry')),
    ...entry('Edit the prompt…', () => askFor({ kind: 'prompt', tasks: one }), may('retry')),
    ...entry(
      'Open the log',
      () => visit(linkFor({ page: 'run', run: row.run ?? 0, tab: 'log' })),
      row.run !== null,
    ),
    'rule',
    ...entry('Mark as done', () => finishTasks(one), may('done')),
    ...entry('Skip (can be undone)', () => skipTasks(one), may('skip')),
    ...entry('Cancel…', () => cancelTasks(one), may('cancel')),
  ]
}

export const openGate = (key: string): void => void runAction(deed('gates/:key/open', { key }))
