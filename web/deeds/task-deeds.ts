/** What can be done with a task: the same entries in every menu, and the same undo. */
import type { BoardRow } from '../../src/views/board-row.ts'
import { runAll } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { api, deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import type { MenuEntry } from '../parts/menu.tsx'
import { plural } from '../words.ts'
import { askFor } from './deed-dialogs.tsx'
import { retryNow } from './retry-task.ts'

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
    rows.map(({ task: n }) => ({
      deed: deed(api.tasks[':n'][action], { param: { n: `${n}` } }),
      undo: deed(api.tasks[':n'].undo, { param: { n: `${n}` } }),
    })),
    { said: (done) => `${name ?? `${plural(done, 'task')} ${done === 1 ? 'is' : 'are'}`} ${word}.` },
  )
}

/** Several runs start at once, so several tasks are named first. */
export function retryTasks(rows: readonly Task[]): void {
  const tasks = rows.filter(canDo('retry'))
  const retry = (): void => void retryNow(tasks.map(({ task }) => task))
  if (tasks.length === 1) return retry()
  confirmFirst({
    title: `Retry ${plural(tasks.length, 'task')}?`,
    body: `Each gets a new attempt: ${namesOf(tasks)}. A retry cannot be undone, but a run can be canceled.`,
    does: `Retry ${tasks.length}`,
    run: retry,
  })
}

/** `“Fix the login” (#3), “Sort the list” (#4) and 2 more` */
export function namesOf(tasks: readonly Pick<Task, 'task' | 'title'>[], most = 10): string {
  const names = tasks.slice(0, most).map(({ title, task }) => `“${title}” (#${task})`)
  return `${names.join(', ')}${tasks.length > most ? ` and ${tasks.length - most} more` : ''}`
}

/** A live run loses its unfinished work, so it asks first and names what stops. */
export function cancelTasks(rows: readonly Task[]): void {
  const stopping = rows.filter(canDo('cancel'))
  const isOne = stopping.length === 1
  confirmFirst({
    title: isOne ? 'Cancel this task?' : `Cancel ${stopping.length} tasks?`,
    body: `${isOne ? 'Its run is' : 'Their runs are'} stopped, and nothing more is started: ${namesOf(stopping)}. What was changed stays in the files.`,
    does: isOne ? 'Cancel it' : 'Cancel them',
    run: () =>
      void runAll(
        stopping.map(({ task: n }) => ({
          deed: deed(api.tasks[':n'].cancel, { param: { n: `${n}` } }),
        })),
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
