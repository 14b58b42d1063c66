import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

type Place = { current: HTMLElement | null }

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

/**
 * A part that opens over the page gets the focus, again whenever `mark` changes. When it closes, the focus returns to
 * its old element or, if that is gone, to the row that `row` names.
 */
export function useTakenFocus(place: Place, mark: unknown, row: string | null = null): void {
  // Read during the first render: later the page behind it may have lost the focus.
  const before = useRef(document.activeElement)
  const key = useRef(row)
  key.current = row
  useEffect(() => focus(place.current), [mark])
  useEffect(
    () => () => {
      const back = before.current
      const isThere = back instanceof HTMLElement && back !== document.body
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (isThere && back.isConnected) focus(back)
        else if (key.current !== null) focus(rowLink(key.current))
      })
    },
    [],
  )
}

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

/** If the focused element inside is removed (like a button whose action is done), the place itself gets the focus. */
export function useFocusInside(place: Place): void {
  const isInside = place.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (isInside && document.activeElement === document.body) focus(place.current)
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
