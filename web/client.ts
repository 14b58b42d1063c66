/** Questions and actions, as src/interfaces/board/api.ts describes them. */
import type { Done, ErrorAnswer } from '../src/interfaces/board/api.ts'

/** What a run that is still at work has not made yet. */
const NOT_YET: ReadonlySet<string> = new Set(['NO_LOG_YET', 'NO_RESULT_YET'])

/** What the server could not do, in its own words. */
export class RefusedError extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** The same question may be answered later: the server was away, had trouble of its own, or has it not yet. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || NOT_YET.has(this.code)
  }
}

export const apiPath = (path: string): string => `/api/v1/${path}`

/** An answer that does not come, or breaks off, is the same to the page: the server is away. */
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

/** Whoever aborts looks at the signal first: giving up is told as any other answer that did not come. */
export const ask = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  request<T>(path, signal === undefined ? {} : { signal })

export const act = (path: string, body: object = {}): Promise<Done> =>
  request<Done>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
