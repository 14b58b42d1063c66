/**
 * A long list that scrolls with the page: only the part on the screen is drawn.
 *
 * G1 Every row has a known height. G2 The row with the cursor is scrolled into view and gets the focus when the cursor
 * moves, and only then.
 */
import type { RefObject, VNode } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useNarrow } from '../narrow.ts'
import { rowLink } from '../take-focus.ts'

const EXTRA_PX = 200
/** A smaller scroll draws nothing. */
const STEP_PX = 100
/** The bar above the page covers this much. */
const BAR_PX = 56

type LongListProps<T> = {
  readonly items: readonly T[]
  readonly heightOf: (item: T) => number
  readonly keyOf: (item: T) => string
  readonly render: (item: T) => VNode
  /** Without a name, the items are rows of the table around them. */
  readonly label?: string
  readonly cursor: string | null
  readonly onNearEnd?: () => void
}

type Box = RefObject<HTMLDivElement | null>
type View = { readonly from: number; readonly to: number }

/** What is drawn, from the top of the list. */
function useView(box: Box): View {
  const [view, setView] = useState<View>({ from: 0, to: 1200 })
  useLayoutEffect(() => {
    const look = (): void => {
      const top = -(box.current?.getBoundingClientRect().top ?? 0)
      const from = Math.max(0, Math.floor((top - EXTRA_PX) / STEP_PX) * STEP_PX)
      const to = Math.ceil((top + innerHeight + EXTRA_PX) / STEP_PX) * STEP_PX
      setView((old) => (old.from === from && old.to === to ? old : { from, to }))
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
function useShownCursor<T>(props: LongListProps<T>, tops: readonly number[], box: Box): void {
  const { items, keyOf, cursor } = props
  const seen = useRef(cursor)
  useLayoutEffect(() => {
    if (seen.current === cursor) return
    seen.current = cursor
    if (cursor === null) return
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

/** Where each item begins, and where the last one ends. */
function topsOf<T>(items: readonly T[], heightOf: (item: T) => number): readonly number[] {
  const tops = [0]
  for (const item of items) tops.push((tops.at(-1) ?? 0) + heightOf(item))
  return tops
}

export function LongList<T>(props: LongListProps<T>): VNode {
  const { items, heightOf, keyOf, render, label, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useView(box)
  const tops = useMemo(() => topsOf(items, heightOf), [items, heightOf])
  useShownCursor(props, tops, box)
  const height = tops.at(-1) ?? 0
  const isNearEnd = view.to > height - EXTRA_PX
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, items.length])
  const first = Math.max(0, tops.findIndex((top) => top > view.from) - 1)
  const end = tops.findIndex((top) => top > view.to)
  const shown = items.slice(first, end < 0 ? items.length : end)
  return (
    <div
      ref={box}
      class="long"
      role={label === undefined ? 'rowgroup' : 'list'}
      aria-label={label}
      style={{ height: `${height}px` }}
    >
      {shown.map((item, i) => (
        <div
          key={keyOf(item)}
          data-key={label === undefined ? undefined : keyOf(item)}
          role={label === undefined ? 'presentation' : 'listitem'}
          aria-setsize={label === undefined ? undefined : items.length}
          aria-posinset={label === undefined ? undefined : first + i + 1}
          style={{ top: `${tops[first + i] ?? 0}px`, height: `${heightOf(item)}px` }}
        >
          {render(item)}
        </div>
      ))}
    </div>
  )
}

/** Of a row with one line; on a phone it is a block of three. */
export function useRowHeight(): () => number {
  const isNarrow = useNarrow()
  return useCallback(() => (isNarrow ? 74 : 36), [isNarrow])
}
