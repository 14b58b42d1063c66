import { useEffect, useState } from 'preact/hooks'
import { useRound } from './again.ts'
import { ask, RefusedError, type Question } from './client.ts'

export type Asked<T> = { readonly answer: T | null; readonly error: RefusedError | null }

/**
 * Sends a query when the path or `mark` changes, and in every new round. The old answer stays until the new one
 * arrives, also while the server is unreachable.
 */
export function useAsked<T>(path: Question<T> | null, mark: unknown = null): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { readonly path: Question<T> | null }>({
    answer: null,
    error: null,
    path,
  })
  const round = useRound()
  useEffect(() => {
    if (path === null) return
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const answer = await ask<T>(path, stop.signal)
        if (!stop.signal.aborted) setAsked({ answer, error: null, path })
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof RefusedError)) throw error
        setAsked((before) => ({ answer: before.path === path ? before.answer : null, error, path }))
      }
    }
    void look()
    return () => stop.abort()
  }, [path, mark, round])
  return asked.path === path ? asked : { answer: null, error: null }
}
