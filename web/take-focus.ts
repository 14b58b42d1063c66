import { useEffect, useRef } from 'preact/hooks'

type Place = { current: HTMLElement | null }

/** What opens over the page gets the focus, again whenever `mark` changes; it goes back to where it was at the end. */
export function useTakenFocus(place: Place, mark: unknown): void {
  // While it is drawn for the first time: after that the page behind it may have lost the focus.
  const before = useRef(document.activeElement)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
  }, [mark])
  useEffect(
    () => () => {
      const back = before.current
      setTimeout(() => {
        if (back instanceof HTMLElement && document.activeElement === document.body)
          back.focus({ preventScroll: true })
      })
    },
    [],
  )
}
