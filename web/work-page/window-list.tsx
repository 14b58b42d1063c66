/**
 * A long list that scrolls with the page. Only the visible rows are drawn.
 *
 * W1 Every row has a known height. W2 The row with the cursor is scrolled into view and focused when the cursor moves.
 */
import type { RefObject, VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { rowLink } from '../take-focus.ts'

const EXTRA_PX = 150
/** The bar above the page covers the first rows. */
const BAR_PX = 56

type WindowListProps<T> = {
  readonly items: readonly T[]
  readonly heightOf: (item: T) => number
  readonly keyOf: (item: T) => string
  readonly render: (item: T) => VNode
  readonly cursor: string | null
}

type View = { readonly from: number; readonly to: number }

type Box = RefObject<HTMLDivElement | null>

function useView(box: Box): View {
  const [view, setView] = useState<View>({ from: 0, to: 1200 })
  useLayoutEffect(() => {
    const look = (): void => {
      const top = box.current?.getBoundingClientRect().top ?? 0
      // In steps, so that a small scroll draws nothing.
      const from = Math.max(0, Math.floor((-top - EXTRA_PX) / 100) * 100)
      setView((before) =>
        before.from === from ? before : { from, to: from + innerHeight + 2 * EXTRA_PX + 200 },
      )
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

type Shown<T> = Pick<WindowListProps<T>, 'items' | 'keyOf' | 'cursor'>

/** W2. */
function useShownCursor<T>({ items, keyOf, cursor }: Shown<T>, tops: readonly number[], box: Box): void {
  const seen = useRef(cursor)
  useLayoutEffect(() => {
    if (seen.current === cursor || cursor === null) return
    seen.current = cursor
    const at = items.findIndex((item) => keyOf(item) === cursor)
    const start = box.current?.getBoundingClientRect().top ?? 0
    const [top, bottom] = [start + (tops[at] ?? 0), start + (tops[at + 1] ?? 0)]
    if (top < BAR_PX) scrollBy(0, top - BAR_PX)
    else if (bottom > innerHeight - BAR_PX) scrollBy(0, bottom - innerHeight + BAR_PX)
    const link = rowLink(cursor)
    // A row that must be scrolled to is drawn only after scrolling.
    if (link === null) requestAnimationFrame(() => rowLink(cursor)?.focus({ preventScroll: true }))
    else link.focus({ preventScroll: true })
  }, [cursor])
}

export function WindowList<T>({ items, heightOf, keyOf, render, cursor }: WindowListProps<T>): VNode {
  const box = useRef<HTMLDivElement>(null)
  const view = useView(box)
  const tops = useMemo(() => {
    const found = [0]
    for (const item of items) found.push((found.at(-1) ?? 0) + heightOf(item))
    return found
  }, [items, heightOf])
  useShownCursor({ items, keyOf, cursor }, tops, box)
  const first = Math.max(0, tops.findIndex((top) => top > view.from) - 1)
  const end = tops.findIndex((top) => top > view.to)
  const last = end < 0 ? items.length : Math.min(items.length, end)
  return (
    <div class="rows" role="rowgroup" ref={box} style={{ height: `${tops.at(-1) ?? 0}px` }}>
      {items.slice(first, last).map((item, i) => (
        <div
          key={keyOf(item)}
          class="place"
          role="presentation"
          style={{ top: `${tops[first + i] ?? 0}px`, height: `${heightOf(item)}px` }}
        >
          {render(item)}
        </div>
      ))}
    </div>
  )
}
