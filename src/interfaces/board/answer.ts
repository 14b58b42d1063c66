/** Sends answers as JSON. */
import { getRequestListener, RequestError as MalformedError, type HttpBindings } from '@hono/node-server'
import type { Context, TypedResponse } from 'hono'
import type { GenericSchema } from 'valibot'
import { fits, misfitIn, type Shape } from '../../record/schema.ts'
import { shownJson } from '../shown.ts'
import { errorAnswer, RequestError } from './request-error.ts'
import { SAFE_HEADERS } from './safe-headers.ts'

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

type Fetch = (request: Request) => Response | Promise<Response>

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

export const answerBy = (fetch: Fetch, { incoming, outgoing }: HttpBindings): void =>
  void getRequestListener(fetch, ADAPTER)(incoming, outgoing)
