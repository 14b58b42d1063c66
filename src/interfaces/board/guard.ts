/**
 * Decides which requests the board answers.
 *
 * G1 The Host header must name this machine with our port: a foreign name that resolves to this machine is refused.
 * G2 A request from another page is refused, with or without the token. G3 Every request needs the token, in a cookie
 * or a header; only the owner of the record can read it. G4 A change needs an origin, or the token in a header, which
 * no foreign page can make a browser send.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { RequestError } from './request-error.ts'

const NAMES = ['localhost', '127.0.0.1', '[::1]']

export class Guard {
  readonly #token: string
  readonly #port: number

  constructor(token: string, port: number) {
    this.#token = token
    this.#port = port
  }

  /** Throws if the request must not be answered. */
  check(request: IncomingMessage): void {
    this.checkPlace(request)
    if (this.#isChange(request) && request.headers.origin === undefined && !this.#hasHeader(request))
      throw new RequestError(
        403,
        'ORIGIN',
        'A change must come from the board itself, or carry the token in a header.',
      )
    if (!this.hasToken(request))
      throw new RequestError(
        401,
        'TOKEN',
        'The token is missing or wrong. Open the address that mayday board prints, or send Authorization: Bearer TOKEN.',
      )
  }

  /** G1 and G2. */
  checkPlace({ headers }: IncomingMessage): void {
    const host = (headers.host ?? '').toLowerCase()
    if (!NAMES.some((name) => host === `${name}:${this.#port}`))
      throw new RequestError(
        403,
        'HOST',
        'The board answers only under localhost, 127.0.0.1 or [::1] with its port.',
      )
    if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`)
      throw new RequestError(
        403,
        'ORIGIN',
        'The board answers only its own pages, and this came from another one.',
      )
  }

  hasToken(request: IncomingMessage): boolean {
    return this.#hasHeader(request) || this.isToken(cookieIn(request, this.cookieName))
  }

  isToken(word: string | null): boolean {
    return word !== null && timingSafeEqual(digest(word), digest(this.#token))
  }

  /** Browsers send cookies to every port of a host, so the name of the cookie contains the port. */
  get cookieName(): string {
    return `mayday_board_${this.#port}`
  }

  get cookie(): string {
    return `${this.cookieName}=${this.#token}; Path=/; HttpOnly; SameSite=Strict`
  }

  #hasHeader({ headers }: IncomingMessage): boolean {
    return this.isToken(/^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null)
  }

  #isChange({ method }: IncomingMessage): boolean {
    return method !== 'GET' && method !== 'HEAD'
  }
}

/** Both digests have the same length, as the comparison requires. */
const digest = (word: string): Buffer => createHash('sha256').update(word).digest()

function cookieIn({ headers }: IncomingMessage, name: string): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key = '', value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return value
  }
  return null
}
