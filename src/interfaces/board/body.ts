/** What a POST says, checked: the page is ours, whoever else asks may be mistaken. */
import { RequestError } from './answer.ts'
import type { Asked } from './router.ts'

type Body = Asked['body']

const MOST_CHARS = 10_000

/** Undefined where it is not said. */
export function textIn(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length <= MOST_CHARS) return value
  throw new RequestError(400, 'BODY', `'${name}' takes a text of at most ${MOST_CHARS} characters.`)
}

export function requiredTextIn(body: Body, name: string): string {
  const value = textIn(body, name)
  if (value !== undefined && value !== '' && !value.includes('\0')) return value
  throw new RequestError(400, 'BODY', `'${name}' is missing.`)
}

export function numberIn(body: Body, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new RequestError(400, 'BODY', `'${name}' takes a whole number from 1.`)
}

export function flagIn(body: Body, name: string): boolean {
  const value = body[name]
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw new RequestError(400, 'BODY', `'${name}' takes true or false.`)
}

/** The number that an address names. */
export function numberPart({ part }: Pick<Asked, 'part'>, name: string, what: string): number {
  const word = part(name)
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new RequestError(400, 'ADDRESS', `${what} is named by its number.`)
}
