/** Reads the body of an action. `bodies.ts` checks it. */
import type { HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isObject } from '../../signals/bytes/records.ts'
import { RequestError } from './request-error.ts'

/** No request of the page is larger. */
export const smallBody = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw new RequestError(413, 'BODY', 'The body is too large: at most 64 KiB.')
  },
})

/** A form of a foreign page cannot send this type. This protects requests with an empty body too. */
function checkType(type: string | undefined): void {
  if (/^application\/json\b/i.test(type ?? '')) return
  throw new RequestError(
    400,
    'BODY',
    `A POST needs the header 'Content-Type: application/json' and a JSON object as its body ('{}' is enough); this one has ${type === undefined ? 'no Content-Type' : `'${type.slice(0, 100)}'`}.`,
  )
}

export async function readBody(request: HonoRequest): Promise<Readonly<Record<string, unknown>>> {
  checkType(request.header('content-type'))
  const text = await request.text()
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (isObject(value)) return value
  } catch {
    // The error below covers every value that is not an object.
  }
  throw new RequestError(400, 'BODY', 'The body is not a JSON object.')
}
