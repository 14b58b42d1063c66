/**
 * Who may talk to the board.
 *
 * G1 Only under a name of this machine with our own port: a foreign name that was made to point here is refused. G2 A
 * request that comes from another page is refused, whatever it carries. G3 Nothing is answered without the token, by
 * cookie or by header; only its owner can read it. G4 A change needs to say where it comes from, or carry the token in a
 * header, which no foreign page can make a browser send.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { RequestError } from './answer.ts'

const NAMES = ['localhost', '127.0.0.1', '[::1]']

export class Guard {
  readonly #token: string
  readonly #port: number

  constructor(token: string, port: number) {
    this.#token = token
    this.#port = port
  }

  /** Throws where the request may not be answered. */
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

  /** Cookies do not know ports: two boards must not take each other's. */
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

/** Of one length, whatever it is made of. */
const digest = (word: string): Buffer => createHash('sha256').update(word).digest()

function cookieIn({ headers }: IncomingMessage, name: string): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key = '', value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return value
  }
  return null
}
