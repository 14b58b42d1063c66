/**
 * A long list of which only the visible part is drawn.
 *
 * V1 Every row has a known height, so that a position in the list is a position on the screen.
 * V2 The row with the cursor is scrolled into view and gets the
 * focus only when the cursor moves, so reading is not interrupted.
 */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { rowLink } from './take-focus.ts'

const EXTRA_PX = 400

type VirtualListProps<T> = {
  readonly items: readonly T[]
  readonly heightOf: (item: T) => number
  readonly keyOf: (item: T) => string
  readonly render: (item: T) => VNode
  readonly label: string
  /** The key of the keyboard cursor: a row, or an element in it. */
  readonly cursor?: string | null
  readonly holds?: (item: T, key: string) => boolean
  readonly onNearEnd?: () => void
}

/** The start of each row, and the total height after the last. */
function topsOf<T>(items: readonly T[], heightOf: (item: T) => number): readonly number[] {
  const tops = [0]
  for (const item of items) tops.push((tops.at(-1) ?? 0) + heightOf(item))
  return tops
}

/** The row at a height. */
function rowAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

export function VirtualList<T>(props: VirtualListProps<T>): VNode {
  const { items, heightOf, keyOf, render, label, cursor = null, holds, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const tops = useMemo(() => topsOf(items, heightOf), [items, heightOf])
  const all = tops.at(-1) ?? 0

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [])

  const isNearEnd = view.top + view.height > all - 2 * EXTRA_PX
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, items.length])

  // V2: a new list, or one that the row moved into, does not change the focus.
  const seen = useRef(cursor)
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (seen.current === cursor) return
    seen.current = cursor
    const isAt = holds ?? ((item: T, key: string): boolean => keyOf(item) === key)
    const row = cursor === null ? -1 : items.findIndex((item) => isAt(item, cursor))
    wanted.current = row < 0 ? null : cursor
    showRow(box.current, tops, row)
  }, [cursor])
  // A row that must be scrolled to is drawn only after scrolling.
  useLayoutEffect(() => {
    if (wanted.current !== null && focusRow(box.current, wanted.current)) wanted.current = null
  }, [cursor, view.top])

  const first = rowAt(tops, Math.max(0, view.top - EXTRA_PX))
  const last = Math.min(items.length, rowAt(tops, view.top + view.height + EXTRA_PX) + 1)
  return (
    <div class="virtual" ref={box} tabIndex={-1}>
      <div role="list" aria-label={label} class="virtual-all" style={{ height: `${all}px` }}>
        {items.slice(first, last).map((item, i) => (
          <div
            role="listitem"
            key={keyOf(item)}
            class="virtual-row"
            data-key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            style={{ top: `${tops[first + i] ?? 0}px`, height: `${heightOf(item)}px` }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  )
}

function showRow(box: HTMLElement | null, tops: readonly number[], row: number): void {
  if (box === null || row < 0) return
  const [top, bottom] = [tops[row] ?? 0, tops[row + 1] ?? 0]
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}

/** False if it is not drawn. */
function focusRow(box: HTMLElement | null, key: string): boolean {
  const target = box === null ? null : rowLink(key, box)
  if (target === null) return false
  target.focus({ preventScroll: true })
  // Needed for a column that is out of view at the side.
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
