/** The keyboard: the effect of a key depends only on what is open. */
import { useEffect, useRef } from 'preact/hooks'
import type { TaskRow } from '../src/views/task-row.ts'
import type { ShownRun } from '../src/views/show-run.ts'
import type { State } from '../src/views/state.ts'
import { runAction } from './actions.ts'
import { goTo, type Address } from './address.ts'
import { ask, RefusedError } from './client.ts'
import { say } from './toasts.tsx'

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
  target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)

const isOnRow = (): boolean => document.activeElement?.closest('[data-key]') !== null

export function useKeys(address: Address, state: State | null, onHelp: () => void): void {
  const latest = useRef({ address, state, onHelp })
  latest.current = { address, state, onHelp }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null)
        return
      const { address, state, onHelp } = latest.current
      if (event.key === 'Escape') leave(event, address)
      else if (isTyping(event.target)) return
      else if (event.key === '?') onHelp()
      else if (event.key === '/') focusSearch(event)
      else if (event.key === 'r' && address.log === null) void retryAt(address, state)
      else move(event, address)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Arrow keys scroll, unless the cursor is in the rows. */
function move(event: KeyboardEvent, { log }: Address): void {
  const by = MOVES[event.key]
  if (by === undefined || log !== null || (event.key.startsWith('Arrow') && !isOnRow())) return
  event.preventDefault()
  dispatchEvent(new CustomEvent('mayday:move', { detail: by }))
}

/** Leaves the field, the log or the panel, whichever is innermost. */
function leave(event: KeyboardEvent, { log, subject }: Address): void {
  if (isTyping(event.target) && event.target instanceof HTMLElement) event.target.blur()
  else if (log !== null) goTo({ log: null })
  else if (subject !== null) goTo({ subject: null })
}

function focusSearch(event: KeyboardEvent): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=search]')]
  // The log covers the page, so its search field is the last one.
  const field = fields.at(-1)
  if (field === undefined) return
  event.preventDefault()
  field.focus()
  field.select()
}

/** Retries the row with the focus, else the open subject. */
async function retryAt({ subject }: Address, state: State | null): Promise<void> {
  const row = document.activeElement?.closest<HTMLElement>('[data-task], [data-card]')?.dataset
  const open = row === undefined ? subject : null
  const run = Number(row?.['run'] ?? (open?.kind === 'run' ? open.run : 0))
  const task = Number(row?.['task'] ?? (open?.kind === 'task' ? open.task : 0))
  const card = row?.['card'] ?? (open?.kind === 'card' ? open.path : undefined)
  if (run > 0) await retryRun(run, state)
  else if (task > 0) await runAction(`tasks/${task}/retry`)
  else if (card !== undefined) await runAction('cards/retry', { card })
  else say('Select a task with j and k first. Then r retries it.')
}

/** Only a task can be retried, from its newest run. An older run cannot. */
async function retryRun(run: number, state: State | null): Promise<void> {
  const task = state?.tasks.find((row) => row.run === run) ?? (await taskOf(run))
  if (task === null) return
  if (task.run === run) await runAction(`tasks/${task.task}/retry`)
  else say(`Run ${run} is not the newest run of task ${task.task}: run ${task.run} is. Retry that one.`)
}

async function taskOf(run: number): Promise<TaskRow | null> {
  try {
    const { task } = await ask<ShownRun>(`runs/${run}`)
    if (task === null) say(`Run ${run} belongs to no task: nothing can be tried again.`)
    return task
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    say(error.message, { isError: true })
    return null
  }
}
