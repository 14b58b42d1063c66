/** The result of an action, or why it failed. It is shown at once and read aloud. `z` takes the newest back. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './parts/icon.tsx'

type Toast = {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly undo: (() => void) | null
  /** The word of the button that takes it back. */
  readonly back: string
}

const SHOWN_MS = 6000
/** Longer: a person must read it and decide. */
const UNDO_SHOWN_MS = 12_000
const MOST = 4
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const drop = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

type How = { readonly isError?: boolean; readonly undo?: () => void; readonly back?: string }

/** An error stays until it is closed. */
export function say(text: string, { isError = false, undo, back = 'Undo' }: How = {}): void {
  lastId += 1
  const id = lastId
  set([...toasts.slice(1 - MOST), { id, text, isError, undo: undo ?? null, back }])
  if (!isError) setTimeout(() => drop(id), undo === undefined ? SHOWN_MS : UNDO_SHOWN_MS)
}

/** Takes the newest action back that can be. False if there is none. */
export function undoNewest(): boolean {
  const newest = toasts.findLast(({ undo }) => undo !== null)
  if (newest === undefined) return false
  takeBack(newest)
  return true
}

function takeBack({ id, undo }: Toast): void {
  drop(id)
  undo?.()
}

export function Toasts(): VNode {
  const [shown, setShown] = useState(toasts)
  useEffect(() => {
    const look = (): void => setShown(toasts)
    listeners.add(look)
    look()
    return () => void listeners.delete(look)
  }, [])
  return (
    <div class="toasts" role="region" aria-label="Messages">
      <div role="status">
        {shown
          .filter(({ isError }) => !isError)
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </div>
      <div role="alert">
        {shown
          .filter(({ isError }) => isError)
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  )
}

function ToastLine({ toast }: { readonly toast: Toast }): VNode {
  const { id, text, isError, undo, back } = toast
  return (
    <p class={isError ? 'toast toast-error' : 'toast'}>
      <span>{text}</span>
      {undo === null ? null : (
        <button type="button" class="b" onClick={() => takeBack(toast)}>
          {back} <kbd class="hide-s">z</kbd>
        </button>
      )}
      <button type="button" class="b bare icon" aria-label="Close this message" onClick={() => drop(id)}>
        <Icon name="close" />
      </button>
    </p>
  )
}
