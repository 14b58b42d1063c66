/** The meaning of a single word for a role, an event or a level, in any record. */
import { asWords } from './as-words.ts'
import { nameRules } from './name-rules.ts'
import { remembered } from './remembered.ts'

export { SAYS } from './name-rules.ts'

const ANY_FORM = new RegExp(nameRules.map(({ says }) => says.source).join('|'))

export const LONGEST_NAME = 60

export const has = (says: number, bits: number): boolean => (says & bits) !== 0

function readMeaning(name: string): number {
  const words = asWords(name)
  if (!ANY_FORM.test(words)) return 0
  return nameRules.reduce((bits, { says, means }) => (says.test(words) ? bits | means : bits), 0)
}

const meaningOfShort = remembered(readMeaning, LONGEST_NAME)

/** All meanings of a name, or of the beginning of a long one, as the bits of `SAYS`. */
export const meaningOf = (name: string): number =>
  name.length > LONGEST_NAME ? readMeaning(name.slice(0, LONGEST_NAME)) : meaningOfShort(name)
