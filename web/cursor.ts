/** The row of the keyboard cursor: j and k move down and up, h and l to the next column. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { focusedRow, rowLink, useKeptFocus } from './take-focus.ts'

type Place = { readonly column: number; readonly row: number }

const find = (order: readonly (readonly string[])[], key: string | null): Place | null => {
  const column = order.findIndex((keys) => key !== null && keys.includes(key))
  return column < 0 ? null : { column, row: order[column]?.indexOf(key ?? '') ?? 0 }
}

/** The next row. After the last row of a column comes the first row of the next column that has any. */
function step(order: readonly (readonly string[])[], place: Place | null, by: 1 | -1): string | null {
  const flat = order.flat()
  if (place === null) return flat.at(by === 1 ? 0 : -1) ?? null
  const key = order[place.column]?.[place.row] ?? ''
  return flat[flat.indexOf(key) + by] ?? key
}

function aside(order: readonly (readonly string[])[], place: Place | null, by: 1 | -1): string | null {
  if (place === null) return order.flat()[0] ?? null
  for (let column = place.column + by; order[column] !== undefined; column += by) {
    const keys = order[column] ?? []
    if (keys.length > 0) return keys[Math.min(place.row, keys.length - 1)] ?? null
  }
  return order[place.column]?.[place.row] ?? null
}

/** The row that takes the place of one that went away: the next that is still there, else the one before it. */
function heirOf(key: string, before: readonly string[], now: readonly string[]): string | null {
  const at = before.indexOf(key)
  const isThere = (one: string): boolean => now.includes(one)
  return before.slice(at + 1).find(isThere) ?? before.slice(0, Math.max(0, at)).findLast(isThere) ?? null
}

export function useCursor(order: readonly (readonly string[])[]): string | null {
  useKeptFocus()
  const [cursor, setCursor] = useState<string | null>(null)
  const latest = useRef({ order, cursor })
  const held = focusedRow()
  const before = latest.current.order
  latest.current = { order, cursor }
  useLayoutEffect(() => {
    // What was done to the row took it away, so the cursor goes on.
    if (held === null || before === order || document.activeElement !== document.body) return
    if (rowLink(held) === null) setCursor(heirOf(held, before.flat(), order.flat()))
  })
  useEffect(() => {
    const move = (event: Event): void => {
      const key = event instanceof CustomEvent ? event.detail : null
      const { order, cursor } = latest.current
      // If the focus was moved with the mouse or Tab, the cursor continues from there.
      const place = find(order, focusedRow()) ?? find(order, cursor)
      if (key === 'j') setCursor(step(order, place, 1))
      if (key === 'k') setCursor(step(order, place, -1))
      if (key === 'h') setCursor(aside(order, place, -1))
      if (key === 'l') setCursor(aside(order, place, 1))
    }
    addEventListener('mayday:move', move)
    return () => removeEventListener('mayday:move', move)
  }, [])
  return cursor
}
