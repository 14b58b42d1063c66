import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly isWide?: boolean
}

/** The browser's dialog: it keeps the focus inside, Esc closes it, and the focus returns to its old place. */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    // Closed before it is removed: otherwise the focus would not return.
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={title} class={isWide ? 'is-wide' : undefined} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
