/** Sends answers as JSON. The headers restrict what a page may do. */
import type { Server } from 'node:http'
import { getRequestListener, RequestError as MalformedError, type HttpBindings } from '@hono/node-server'
import type { Context, TypedResponse } from 'hono'
import type { GenericSchema } from 'valibot'
import { fits, misfitIn, type Shape } from '../../record/schema.ts'
import { shownJson } from '../shown.ts'
import { errorAnswer, RequestError } from './request-error.ts'

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** JSON without secrets. */
export const jsonResponse = (status: number, value: unknown): Response =>
  new Response(shownJson(value), {
    status,
    headers: { ...SAFE_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  })

/** The types of Hono's client come from the fields that the answer has besides. */
type Answered<T> = Response & TypedResponse<T, 200, 'json'>

/** Sends an answer. One that does not fit its schema is a bug: the page would misread it. */
export async function answer<S extends GenericSchema>(
  c: Context,
  schema: S,
  found: Shape<S> | Promise<Shape<S>>,
): Promise<Answered<Shape<S>>> {
  const value = await found
  if (!fits(schema, value))
    throw new Error(`The answer of ${c.req.path} does not fit its schema: ${misfitIn(schema, value)}`)
  return Object.assign(jsonResponse(200, value), { _data: value, _status: 200, _format: 'json' } as const)
}

export function errorResponse(error: unknown): Response {
  const { status, answer } = errorAnswer(error)
  return jsonResponse(status, answer)
}

type Fetch = (request: Request, connection: HttpBindings) => Response | Promise<Response>

/** A request without a Host gets as far as the guard, which refuses it. */
const ADAPTER = {
  hostname: 'localhost',
  errorHandler: (error: unknown): Response =>
    errorResponse(
      error instanceof MalformedError
        ? new RequestError(400, 'ADDRESS', 'Invalid URL or Host header.')
        : error,
    ),
}

export function serveApp(server: Server, fetch: Fetch): void {
  server.on('request', (incoming, outgoing) => {
    void getRequestListener((request) => fetch(request, { incoming, outgoing }), ADAPTER)(incoming, outgoing)
  })
}
