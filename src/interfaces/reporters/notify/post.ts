import { percentDecoded } from '../percent-decoded.ts'
import type { Body } from './bodies.ts'

/** The longest wait for an answer. */
const ANSWER_MS = 10_000

/** The service did not accept the message. */
export class NotTakenError extends Error {
  /** Whether a later try with the same message may succeed. */
  readonly isPassing: boolean
  /** The pause that the service asks for; null if it asks for none. */
  readonly afterMs: number | null

  constructor(message: string, isPassing: boolean, afterMs: number | null = null) {
    super(message)
    this.isPassing = isPassing
    this.afterMs = afterMs
  }
}

/** Sends a body. The address may contain a secret, so errors name only its host. */
export async function post(
  address: string,
  body: Body,
  signal: AbortSignal,
  answerMs: number = ANSWER_MS,
): Promise<void> {
  const { url, headers } = partsOf(address)
  const response = await asked(url, {
    method: 'POST',
    headers: { 'content-type': body.type, ...headers },
    body: body.text,
    // Redirects are not followed: a notice goes only to the configured address.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  })
  await response.body?.cancel()
  if (response.ok) return
  const { status } = response
  const isPassing = status === 408 || status === 429 || status >= 500
  throw new NotTakenError(`${url.host} answered ${status}`, isPassing, retryAfter(response))
}

async function asked(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    // The limit of this request, or the end of the command.
    const isLate = error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name)
    throw new NotTakenError(`${url.host} ${isLate ? 'did not answer' : 'cannot be reached'}`, true)
  }
}

/** `fetch` refuses an address with a name and password, so they go into a header. */
function partsOf(address: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url, headers: {} }
  url.username = ''
  url.password = ''
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Seconds or a date. */
function retryAfter({ headers }: Response): number | null {
  const said = headers.get('retry-after')
  if (said === null) return null
  const ms = /^\d+(?:\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}
