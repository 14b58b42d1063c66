/** The keyboard. A page adds its own keys with `usePageKeys`; they come before the keys of the shell. */
import { useEffect, useRef } from 'preact/hooks'
import type { TaskRow } from '../src/views/task-row.ts'
import type { State } from '../src/views/state.ts'
import { placePath, visit, type Address } from './address.ts'
import { api, question, RefusedError } from './client.ts'
import { retryNow } from './deeds/retry-task.ts'
import { barPages, morePages } from './pages.ts'
import { say, undoNewest } from './toasts.tsx'

const MOVES: Readonly<Record<string, string>> = {
  j: 'j',
  k: 'k',
  h: 'h',
  l: 'l',
  ArrowDown: 'j',
  ArrowUp: 'k',
  ArrowLeft: 'h',
  ArrowRight: 'l',
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (/^(?:SELECT|TEXTAREA)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button)$/.test(target.type)))

const isOnRow = (): boolean => document.activeElement?.closest('[data-key]') !== null

/** By `event.key`: `x`, `X`, `Enter`, `.` */
export type PageKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const pageKeys = new Set<{ current: PageKeys }>()

/** Keys of a page or a part of it, while it is shown. A key that was used is not given to the shell. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    pageKeys.add(latest)
    return () => void pageKeys.delete(latest)
  }, [])
}

function pressInPage(event: KeyboardEvent): boolean {
  const found = [...pageKeys].findLast(({ current }) => Object.hasOwn(current, event.key))
  if (found === undefined) return false
  event.preventDefault()
  found.current[event.key]?.(event)
  return true
}

/** `g` waits this long for the key of a page. */
const GO_MS = 1500
let goUntilMs = 0

function pressGo(key: string): boolean {
  if (key === 'g') {
    goUntilMs = performance.now() + GO_MS
    return true
  }
  const isGoing = performance.now() < goUntilMs
  goUntilMs = 0
  const found = isGoing ? [...barPages, ...morePages].find((one) => one.key === key) : undefined
  if (found !== undefined) visit(placePath(found.place))
  return found !== undefined
}

type Shell = { readonly help: () => void; readonly find: () => void }

/** Ctrl+K, or Cmd+K on a Mac: also while typing. */
const isFind = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'

export function useKeys(address: Address, state: State | null, shell: Shell): void {
  const latest = useRef({ address, state, shell })
  latest.current = { address, state, shell }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { address, state, shell } = latest.current
      const isBehind = document.querySelector('dialog[open]') !== null
      if (isFind(event)) {
        event.preventDefault()
        if (!isBehind) shell.find()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isBehind) return
      if (isTyping(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
      } else if (pressGo(event.key) || pressInPage(event)) return
      else if (event.key === '?') shell.help()
      else if (event.key === '/') focusSearch(event)
      else if (event.key === 'z') undoNewest()
      else if (event.key === 'r') void retryAt(address, state)
      else move(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Arrow keys scroll, unless the cursor is in the rows. */
function move(event: KeyboardEvent): void {
  const by = MOVES[event.key]
  if (by === undefined || (event.key.startsWith('Arrow') && !isOnRow())) return
  event.preventDefault()
  dispatchEvent(new CustomEvent('mayday:move', { detail: by }))
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (field === null) return
  event.preventDefault()
  field.focus()
  field.select()
}

/** Retries the row with the focus, else the run or task of the page. */
async function retryAt({ place }: Address, state: State | null): Promise<void> {
  const row = document.activeElement?.closest<HTMLElement>('[data-task], [data-card]')?.dataset
  const open = row === undefined ? place : null
  const run = Number(row?.['run'] ?? (open?.page === 'run' ? open.run : 0))
  const task = Number(row?.['task'] ?? (open?.page === 'task' ? open.task : 0))
  if (run > 0) await retryRun(run, state)
  else if (task > 0) await retryNow([task])
  else say('Select a task with j and k first. Then r retries it.')
}

/** Only a task can be retried, from its newest run. An older run cannot. */
async function retryRun(run: number, state: State | null): Promise<void> {
  const task = state?.tasks.find((row) => row.run === run) ?? (await taskOf(run))
  if (task === null) return
  if (task.run === run) await retryNow([task.task])
  else say(`Run ${run} is not the newest run of task ${task.task}: run ${task.run} is. Retry that one.`)
}

async function taskOf(run: number): Promise<TaskRow | null> {
  try {
    const { task } = await question(api.runs[':id'], { param: { id: `${run}` } }).ask()
    if (task === null) say(`Run ${run} belongs to no task: nothing can be tried again.`)
    return task
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    say(error.message, { isError: true })
    return null
  }
}
