/** Queries and actions, as src/interfaces/board/api.ts defines them. */
import type { Done, ErrorAnswer } from '../src/interfaces/board/api.ts'

/** Errors for files that a live run has not made yet. */
const NOT_YET: ReadonlySet<string> = new Set(['NO_LOG_YET', 'NO_RESULT_YET'])

/** The server's error, in its own words. */
export class RefusedError extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /**
   * Whether the same query may succeed later: the server was
   * unreachable, had an error, or does not have the answer yet.
   */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || NOT_YET.has(this.code)
  }
}

export const apiPath = (path: string): string => `/api/v1/${path}`

/** A missing answer and a broken one are treated the same: the server is unreachable. */
async function request<T>(path: string, init: RequestInit): Promise<T> {
  try {
    const response = await fetch(apiPath(path), init)
    if (response.ok) return await response.json()
    throw await refusalOf(response)
  } catch (error) {
    if (error instanceof RefusedError) throw error
    throw new RefusedError(0, 'AWAY', 'The board’s server does not answer. Is mayday board still running?')
  }
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const answer: Partial<ErrorAnswer> = await response.json().catch(() => ({}))
  return new RefusedError(
    response.status,
    answer.error?.code ?? 'ERROR',
    answer.error?.message ?? `The server answered ${response.status}.`,
  )
}

/** A caller that aborts checks the signal first: an abort is reported like any other missing answer. */
export const ask = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  request<T>(path, signal === undefined ? {} : { signal })

export const act = (path: string, body: object = {}): Promise<Done> =>
  request<Done>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
