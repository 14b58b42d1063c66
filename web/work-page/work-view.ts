import { useState } from 'preact/hooks'

export type WorkView = 'list' | 'columns'

const KEY = 'mayday.work-view'

function remembered(): WorkView {
  try {
    return localStorage.getItem(KEY) === 'columns' ? 'columns' : 'list'
  } catch {
    // The browser keeps nothing for this page.
    return 'list'
  }
}

/** List or columns; this browser remembers it. */
export function useWorkView(): readonly [WorkView, (view: WorkView) => void] {
  const [view, setView] = useState(remembered)
  const choose = (next: WorkView): void => {
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // The choice holds until the page is closed.
    }
    setView(next)
  }
  return [view, choose]
}
