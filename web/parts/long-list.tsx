/**
 * A long list in a page that scrolls as a whole: only the part on the screen is drawn.
 *
 * G1 Every row has the same known height. G2 The row with the cursor is scrolled into view and gets the focus only
 * when the cursor moves.
 */
import type { RefObject, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { rowLink } from '../take-focus.ts'

const EXTRA_PX = 400
/** The bar above the page covers this much. */
const COVERED_PX = 56

type LongListProps<T> = {
  readonly items: readonly T[]
  readonly rowPx: number
  readonly keyOf: (item: T) => string
  readonly render: (item: T) => VNode
  readonly label: string
  readonly cursor?: string | null
  readonly onNearEnd?: () => void
}

type Box = RefObject<HTMLDivElement | null>
type View = { readonly top: number; readonly height: number }

/** What is on the screen, from the top of the list. */
function useView(box: Box): View {
  const [view, setView] = useState<View>({ top: 0, height: 900 })
  useLayoutEffect(() => {
    const look = (): void => {
      const top = -(box.current?.getBoundingClientRect().top ?? 0)
      setView((old) => (old.top === top && old.height === innerHeight ? old : { top, height: innerHeight }))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])
  return view
}

/** G2. */
function useShownCursor<T>(props: LongListProps<T>, box: Box, top: number): void {
  const { items, rowPx, keyOf, cursor = null } = props
  const seen = useRef(cursor)
  useLayoutEffect(() => {
    if (seen.current === cursor) return
    seen.current = cursor
    const row = cursor === null ? -1 : items.findIndex((item) => keyOf(item) === cursor)
    if (row >= 0) show(box.current, row * rowPx, rowPx)
  }, [cursor])
  useLayoutEffect(() => {
    const target = cursor === null || box.current === null ? null : rowLink(cursor, box.current)
    if (target !== document.activeElement) target?.focus({ preventScroll: true })
  }, [cursor, top])
}

export function LongList<T>(props: LongListProps<T>): VNode {
  const { items, rowPx, keyOf, render, label, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useView(box)
  const isNearEnd = view.top + view.height > items.length * rowPx - 2 * EXTRA_PX
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, items.length])
  useShownCursor(props, box, view.top)
  const first = Math.max(0, Math.floor((view.top - EXTRA_PX) / rowPx))
  const last = Math.min(items.length, Math.ceil((view.top + view.height + EXTRA_PX) / rowPx))
  return (
    <div
      ref={box}
      class="long"
      role="list"
      aria-label={label}
      style={{ height: `${items.length * rowPx}px` }}
    >
      {items.slice(first, last).map((item, at) => (
        <div
          role="listitem"
          key={keyOf(item)}
          data-key={keyOf(item)}
          aria-setsize={items.length}
          aria-posinset={first + at + 1}
          style={{ top: `${(first + at) * rowPx}px`, height: `${rowPx}px` }}
        >
          {render(item)}
        </div>
      ))}
    </div>
  )
}

function show(box: HTMLElement | null, top: number, height: number): void {
  const at = (box?.getBoundingClientRect().top ?? 0) + top
  if (at < COVERED_PX) scrollBy(0, at - COVERED_PX)
  else if (at + height > innerHeight - COVERED_PX) scrollBy(0, at + height - innerHeight + COVERED_PX)
}
