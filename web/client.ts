/** Questions and actions, by the typed client of Hono: its types are those of the routes of the server. */
import { hc, type ClientRequestOptions, type ClientResponse } from 'hono/client'
import type { Done, ErrorAnswer } from '../src/interfaces/board/api.ts'
import type { AppType } from '../src/interfaces/board/app.ts'

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

async function refusalOf(response: Response): Promise<RefusedError> {
  const answer: Partial<ErrorAnswer> = await response.json().catch(() => ({}))
  return new RefusedError(
    response.status,
    answer.error?.code ?? 'ERROR',
    answer.error?.message ?? `The server answered ${response.status}.`,
  )
}

/** Empty words are left out. */
const searchOf = (words: Readonly<Record<string, string | string[] | null | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(words).flatMap(([name, word]) =>
      word === null || word === undefined || word === '' ? [] : [[name, word.toString()]],
    ),
  )

/** `api.runs[':id'].log` */
export const api = hc<AppType>('/', {
  buildSearchParams: searchOf,
  fetch: async (...asked: Parameters<typeof fetch>) => {
    const response = await fetch(...asked)
    if (response.ok) return response
    throw await refusalOf(response)
  },
}).api.v1

/** The named parts of a path, the words of its query, and the body of an action. */
type Args = {
  readonly param?: Readonly<Record<string, string>>
  readonly query?: object
  readonly json?: object
}

/** The client writes the parts of a path as they are. */
const encoded = <A extends Args>(args: A): A =>
  args.param === undefined
    ? args
    : {
        ...args,
        param: Object.fromEntries(
          Object.entries(args.param).map(([name, word]) => [name, encodeURIComponent(word)]),
        ),
      }

type Answering<T> = Promise<ClientResponse<T, 200, 'json'>>

/** A missing answer and a broken one are treated the same: the server is unreachable. */
async function answerOf<T>(answering: Answering<T>): Promise<T> {
  try {
    return await (await answering).json()
  } catch (error) {
    if (error instanceof RefusedError) throw error
    throw new RefusedError(0, 'AWAY', 'The board’s server does not answer. Is mayday board still running?')
  }
}

export type Question<T> = {
  /** The same for the same question. */
  readonly key: string
  /** A caller that aborts checks the signal first: an abort is reported like any other missing answer. */
  readonly ask: (signal?: AbortSignal) => Promise<T>
}

/** `question(api.runs[':id'].log, { param: { id: '7' }, query: { from: 0 } })` */
export function question<A extends Args, T>(
  route: {
    readonly $get: (args: A, options?: ClientRequestOptions) => Answering<T>
    readonly $path: () => string
  },
  args: A,
): Question<T> {
  return {
    key: `${route.$path()} ${JSON.stringify(args)}`,
    ask: (signal) => answerOf(route.$get(encoded(args), signal === undefined ? {} : { init: { signal } })),
  }
}

/** An action that can be carried out. */
export type Deed = () => Promise<Done>

/** `deed(api.tasks[':n'].skip, { param: { n: '7' } })`: every action has a body. */
export const deed =
  <A extends Args>(route: { readonly $post: (args: A) => Answering<Done> }, args: A): Deed =>
  () =>
    answerOf(route.$post({ json: {}, ...encoded(args) }))
