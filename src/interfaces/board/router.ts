/** Finds the function that answers a path. */
import { isObject } from '../../signals/bytes/records.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RequestError } from './answer.ts'
import type { Query } from './query.ts'

export type Asked<Word extends string = string> = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: Query<Word>
  /** A named part of the path, decoded. */
  readonly part: (name: string) => string
  /** The JSON of a POST. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The returned value is sent as JSON. Undefined means that the function has sent the response. */
export type Answer = (asked: Asked) => unknown

export type Route = {
  readonly method: 'GET' | 'POST'
  /** Relative to /api/v1: `runs/:id/log`. */
  readonly path: string
  readonly answer: Answer
}

export type Matched = { readonly route: Route; readonly parts: ReadonlyMap<string, string> }

/** The route of a path. Throws a RequestError if the path does not exist or the method is not allowed. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Matched {
  const segments = path.split('/').map(decoded)
  const found = routes.flatMap((route) => {
    const parts = partsOf(route.path.split('/'), segments)
    return parts === null ? [] : [{ route, parts }]
  })
  if (found.length === 0) throw new RequestError(404, 'NOT_FOUND', `There is nothing at /api/v1/${path}.`)
  const first = found.find(({ route }) => route.method === method)
  if (first !== undefined) return first
  const allowed = found.map(({ route }) => route.method).join(', ')
  throw new RequestError(405, 'METHOD', `/api/v1/${path} takes ${allowed}, not ${method}.`)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RequestError(400, 'ADDRESS', 'Invalid percent-encoding in the URL.')
  }
}

function partsOf(names: readonly string[], segments: readonly string[]): ReadonlyMap<string, string> | null {
  if (names.length !== segments.length) return null
  const parts = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const segment = segments[at] ?? ''
    if (name.startsWith(':')) parts.set(name.slice(1), segment)
    else if (name !== segment) return null
  }
  return parts
}

/** No request of the page is larger. */
const MOST_BODY_BYTES = 64 * 1024

/** A form of a foreign page cannot send this type. This protects requests with an empty body too. */
function checkType(type: string | undefined): void {
  if (/^application\/json\b/i.test(type ?? '')) return
  throw new RequestError(
    400,
    'BODY',
    `A POST needs the header 'Content-Type: application/json' and a JSON object as its body ('{}' is enough); this one has ${type === undefined ? 'no Content-Type' : `'${type.slice(0, 100)}'`}.`,
  )
}

export async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  checkType(request.headers['content-type'])
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue
    bytes += part.length
    if (bytes > MOST_BODY_BYTES) throw new RequestError(413, 'BODY', 'The body is too large: at most 64 KiB.')
    parts.push(part)
  }
  return parseBody(Buffer.concat(parts).toString('utf8'))
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (isObject(value)) return value
  } catch {
    // The error below covers every value that is not an object.
  }
  throw new RequestError(400, 'BODY', 'The body is not a JSON object.')
}
