/** Questions and actions, as src/interfaces/board/api.ts describes them. */
import { useEffect, useState } from 'preact/hooks'
import type { Done, ErrorAnswer } from '../src/interfaces/board/api.ts'

/** What the server could not do, in its own words. */
export class RefusedError extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const apiPath = (path: string): string => `/api/v1/${path}`

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(apiPath(path), init).catch(() => {
    throw new RefusedError(0, 'AWAY', 'The board’s server does not answer. Is `mayday board` still running?')
  })
  if (response.ok) return response.json()
  const answer: Partial<ErrorAnswer> = await response.json().catch(() => ({}))
  throw new RefusedError(
    response.status,
    answer.error?.code ?? 'ERROR',
    answer.error?.message ?? `The server answered ${response.status}.`,
  )
}

export const ask = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  request<T>(path, signal === undefined ? {} : { signal })

export const act = (path: string, body: object = {}): Promise<Done> =>
  request<Done>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export type Asked<T> = { readonly answer: T | null; readonly error: RefusedError | null }

/** Asks when the path changes, and again when `mark` does; what was there stays until the new answer comes. */
export function useAsked<T>(path: string | null, mark: unknown = null): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { readonly path: string | null }>({
    answer: null,
    error: null,
    path,
  })
  useEffect(() => {
    if (path === null) return
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const answer = await ask<T>(path, stop.signal)
        if (!stop.signal.aborted) setAsked({ answer, error: null, path })
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        if (!stop.signal.aborted)
          setAsked((before) => ({ answer: before.path === path ? before.answer : null, error, path }))
      }
    }
    void look()
    return () => stop.abort()
  }, [path, mark])
  return asked.path === path ? asked : { answer: null, error: null }
}
