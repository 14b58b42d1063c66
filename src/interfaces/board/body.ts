import { RequestError } from './answer.ts'
import type { Asked } from './router.ts'

/** The number in a path. */
export function numberPart({ part }: Pick<Asked, 'part'>, name: string, what: string): number {
  const word = part(name)
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new RequestError(400, 'ADDRESS', `${what} is named by its number.`)
}
