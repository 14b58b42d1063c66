import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

type Place = { current: HTMLElement | null }

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** The link of a row, wherever on the page the row is drawn by now. */
export function rowLink(key: string, inside: ParentNode = document): HTMLElement | null {
  const found = [...inside.querySelectorAll<HTMLElement>('[data-key]')].find(
    (one) => one.dataset['key'] === key,
  )
  return found?.matches('a') === true ? found : (found?.querySelector<HTMLElement>('a') ?? null)
}

/** The row that has the focus. */
export const focusedRow = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null

/**
 * What opens over the page gets the focus, again whenever `mark` changes. At the end the focus goes back to where it
 * was; where that is gone, to the row that `row` names.
 */
export function useTakenFocus(place: Place, mark: unknown, row: string | null = null): void {
  // While it is drawn for the first time: after that the page behind it may have lost the focus.
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

/** A row keeps the focus when it moves: an element that is put elsewhere loses it. */
export function useKeptFocus(): void {
  const held = focusedRow()
  useLayoutEffect(() => {
    if (held !== null && document.activeElement === document.body) focus(rowLink(held))
  })
}

/** What has the focus inside may go away, as a button does whose action is done: then the place itself gets it. */
export function useFocusInside(place: Place): void {
  const isInside = place.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (isInside && document.activeElement === document.body) focus(place.current)
  })
}
