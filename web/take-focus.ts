import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** The link of a row, at its current place on the page. */
export function rowLink(key: string, inside: ParentNode = document): HTMLElement | null {
  const found = [...inside.querySelectorAll<HTMLElement>('[data-key]')].find(
    (one) => one.dataset['key'] === key,
  )
  return found?.matches('a') === true ? found : (found?.querySelector<HTMLElement>('a') ?? null)
}

/** The key of the row that has the focus. */
export const focusedRow = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null

/** When the dialog closes, the focus returns to its row, also if the row has moved since: the browser then lost it. */
export function useRowAfter(): void {
  // Read during the first render: later the dialog has the focus.
  const key = useRef(focusedRow())
  useEffect(
    () => () => {
      setTimeout(() => {
        if (key.current !== null && document.activeElement === document.body) focus(rowLink(key.current))
      })
    },
    [],
  )
}

/** A row keeps the focus when it moves: a moved element loses it. */
export function useKeptFocus(): void {
  const held = focusedRow()
  useLayoutEffect(() => {
    if (held !== null && document.activeElement === document.body) focus(rowLink(held))
  })
}

/** The row of the cursor gets the focus when the cursor moves, in lists that are drawn completely. */
export function useRowFocus(cursor: string | null): void {
  useEffect(() => {
    const link = cursor === null ? null : rowLink(cursor)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }, [cursor])
}
