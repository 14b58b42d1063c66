/** The result of an action, or why it failed. It is shown at once and read aloud. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

type Toast = { readonly id: number; readonly text: string; readonly isError: boolean }

const SHOWN_MS = 6000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const drop = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

/** An error stays until it is closed. */
export function say(text: string, { isError = false }: { isError?: boolean } = {}): void {
  lastId += 1
  const id = lastId
  set([...toasts.slice(-3), { id, text, isError }])
  if (!isError) setTimeout(() => drop(id), SHOWN_MS)
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
          .map(({ id, text }) => (
            <ToastLine key={id} id={id} text={text} name="toast" />
          ))}
      </div>
      <div role="alert">
        {shown
          .filter(({ isError }) => isError)
          .map(({ id, text }) => (
            <ToastLine key={id} id={id} text={text} name="toast toast-error" />
          ))}
      </div>
    </div>
  )
}

function ToastLine({ id, text, name }: { id: number; text: string; name: string }): VNode {
  return (
    <p class={name}>
      <span>{text}</span>
      <button type="button" class="plain" aria-label="Close this message" onClick={() => drop(id)}>
        ×
      </button>
    </p>
  )
}
