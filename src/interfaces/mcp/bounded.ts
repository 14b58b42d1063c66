/**
 * Masks and cuts everything that the server sends.
 *
 * B1 Secrets are masked before a text is cut, so that no part of one remains. B2 No answer is larger than
 * `MOST_CHARACTERS`, so that it fits into the context of a model. B3 Invisible and control characters are made
 * visible: a model would read what a person cannot see.
 */
import { visible } from '../../signals/invisible.ts'
import { shownJson, shownText } from '../shown.ts'

export const MOST_CHARACTERS = 16_000

const CUT = '\n(The rest was left out to keep the answer short.)'

const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`

/** Colours mean nothing to a model. */
const inSight = (text: string): string => visible(text).replaceAll('\u001B', String.raw`\u001b`)

/** A text that may be sent (B1, B2, B3). */
export function boundedText(text: string, most: number = MOST_CHARACTERS): string {
  const safe = inSight(shownText(text))
  return safe.length <= most ? safe : `${clip(safe, most - CUT.length)}${CUT}`
}

type Bounds = { readonly characters: number; readonly entries: number }

/** Tried in this order until the answer is small enough. */
const BOUNDS: readonly Bounds[] = [
  { characters: 2000, entries: 50 },
  { characters: 500, entries: 20 },
  { characters: 200, entries: 8 },
  { characters: 80, entries: 3 },
]

/** JSON that may be sent (B1, B2, B3). Long texts and lists in it are cut, and it stays valid. */
export function boundedJson(value: object): string {
  const safe: unknown = JSON.parse(shownJson(value))
  for (const bounds of BOUNDS) {
    const text = JSON.stringify(within(safe, bounds), null, 1)
    if (text.length <= MOST_CHARACTERS) return text
  }
  return JSON.stringify({ error: 'The answer is too large for this protocol. Ask the person for it.' })
}

function within(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return clip(inSight(value), bounds.characters)
  if (Array.isArray(value)) return value.slice(0, bounds.entries).map((one) => within(one, bounds))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, within(one, bounds)]))
}
