/** Questions and actions. Their types come from the tables of the server: questions.ts and bodies.ts. */
import type { Done, ErrorAnswer } from '../src/interfaces/board/api.ts'
import type { ActionPath, BodyOf } from '../src/interfaces/board/bodies.ts'
import type { AnswerOf, QueryWordOf, QuestionPath } from '../src/interfaces/board/questions.ts'

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

declare const answer: unique symbol

/** The path of a question with its query, and the type of its answer. */
export type Question<T> = string & { readonly [answer]?: T }

type Word = string | number | boolean | null | undefined

/** The named parts of a path: `runs/:id/log` has `id`. */
type PartsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PartsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The named parts of the path, and the words of its query. Empty words are left out. */
type Words<Path extends QuestionPath> = Readonly<Record<PartsOf<Path>, string | number>> &
  Readonly<Partial<Record<QueryWordOf<Path>, Word>>>

/** `question('runs/:id/log', { id: 7, from: 0 })` */
export function question<Path extends QuestionPath>(
  path: Path,
  ...[words]: [PartsOf<Path>] extends [never] ? [words?: Words<Path>] : [words: Words<Path>]
): Question<AnswerOf<Path>> {
  return fillIn(path, words ?? {})
}

function fillIn(path: string, words: Readonly<Record<string, Word>>): string {
  const names = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(words[name])))
  const query = new URLSearchParams(
    Object.entries(words).flatMap(([name, word]) =>
      names.has(name) || word === null || word === undefined || word === '' ? [] : [[name, String(word)]],
    ),
  )
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}

/** A caller that aborts checks the signal first: an abort is reported like any other missing answer. */
export const ask = <T>(path: Question<T>, signal?: AbortSignal): Promise<T> =>
  request<T>(path, signal === undefined ? {} : { signal })

/** An action: its path and its body. */
export type Deed = { readonly path: string; readonly body: object }

/** `deed('tasks/:n/skip', { n: 7 })`: the named parts of the path, and the fields of the body. */
export function deed<Path extends ActionPath>(
  path: Path,
  words: Readonly<Record<PartsOf<Path>, string | number>> & BodyOf<Path>,
): Deed {
  const parts: Readonly<Record<string, Word>> = Object.fromEntries(
    Object.entries(words).filter(([name]) => path.includes(`:${name}`)),
  )
  const body = Object.fromEntries(Object.entries(words).filter(([name]) => !Object.hasOwn(parts, name)))
  return { path: fillIn(path, parts), body }
}

export const act = ({ path, body }: Deed): Promise<Done> =>
  request<Done>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
