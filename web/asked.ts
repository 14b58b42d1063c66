import { useEffect, useRef, useState } from 'preact/hooks'
import { useRound } from './again.ts'
import { RefusedError, type Question } from './client.ts'

export type Asked<T> = { readonly answer: T | null; readonly error: RefusedError | null }

/**
 * Sends a query when the question or `mark` changes, and in every new round. The old answer stays until the new one
 * arrives, also while the server is unreachable. A new `mark` does not drop a query that is under way: on a slow
 * server a page that asks every few seconds would never get an answer.
 */
export function useAsked<T>(question: Question<T> | null, mark: unknown = null): Asked<T> {
  const key = question?.key ?? null
  const [asked, setAsked] = useState<Asked<T> & { readonly key: string | null }>({
    answer: null,
    error: null,
    key,
  })
  const round = useRound()
  const sender = useRef<{ readonly send: () => void } | null>(null)
  useEffect(() => {
    if (question === null) return
    const stop = new AbortController()
    sender.current = oneAtATime(async () => {
      try {
        const answer = await question.ask(stop.signal)
        if (!stop.signal.aborted) setAsked({ answer, error: null, key })
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof RefusedError)) throw error
        setAsked((before) => ({ answer: before.key === key ? before.answer : null, error, key }))
      }
    }, stop.signal)
    return () => stop.abort()
  }, [key, round])
  useEffect(() => sender.current?.send(), [key, mark, round])
  return asked.key === key ? asked : { answer: null, error: null }
}

/** A slow server gets one query at a time. Questions that arrive in the meantime are sent once, after its answer. */
function oneAtATime(look: () => Promise<void>, stop: AbortSignal): { readonly send: () => void } {
  let isBusy = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isBusy = true
    do {
      isWanted = false
      await look()
    } while (isWanted && !stop.aborted)
    isBusy = false
  }
  return {
    send: () => {
      isWanted = true
      if (!isBusy) void run()
    },
  }
}
