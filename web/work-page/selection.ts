/** Which tasks are selected: x and Shift+x, or the boxes. */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'

export type Selection = {
  readonly chosen: ReadonlySet<number>
  /** With `isRange`, all between the last one and this one. */
  readonly toggle: (task: number, isRange: boolean) => void
  readonly clear: () => void
}

export function useSelection(order: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number | null>(null)
  const latest = useRef(order)
  latest.current = order
  const toggle = useCallback((task: number, isRange: boolean): void => {
    const from = last.current === null ? -1 : latest.current.indexOf(last.current)
    const to = latest.current.indexOf(task)
    const range =
      isRange && from >= 0 ? latest.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [task]
    last.current = task
    setChosen((before) => {
      const isOn = isRange || !before.has(task)
      return isOn ? new Set([...before, ...range]) : new Set([...before].filter((one) => one !== task))
    })
  }, [])
  const clear = useCallback(() => setChosen(new Set()), [])
  return useMemo(() => ({ chosen, toggle, clear }), [chosen])
}
