import { useEffect, useState } from 'preact/hooks'

const query = matchMedia('(width < 720px)')

/** Whether the page is too narrow for columns side by side. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const look = (): void => setNarrow(query.matches)
    query.addEventListener('change', look)
    look()
    return () => query.removeEventListener('change', look)
  }, [])
  return isNarrow
}
