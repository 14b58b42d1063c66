import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useRowAfter } from './take-focus.ts'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly isWide?: boolean
  /** A class of its own. Its title is then only read aloud. */
  readonly look?: string
}

/** The browser's dialog: it keeps the focus inside, Esc closes it, and the focus returns to its old place. */
export function Dialog({ title, onClose, children, isWide = false, look }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const isLeft = useRef(false)
  useRowAfter()
  const close = (): void => {
    if (!isLeft.current) onClose()
  }
  useEffect(() => {
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    return () => {
      // The event of this close comes later, when something else may be open.
      isLeft.current = true
      // Closed before it is removed: otherwise the focus would not return.
      shown?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-label={title} class={look ?? (isWide ? 'is-wide' : undefined)} onClose={close}>
      <h2 class={look === undefined ? undefined : 'sr'}>{title}</h2>
      {children}
    </dialog>
  )
}
