/**
 * The shape of a line: the part that stays the same if a program prints the line in another run. Numbers, times,
 * hashes, ids, paths, durations and sizes are wildcards, as in log parsers such as Drain.
 *
 * H1 The work is linear in the length of the line, and only its first characters count. H2 A single 0 is not a
 * wildcard: `0 failed` and `2 failed` differ, and so do `exit code 0` and `exit code 1`.
 */

/** Text after this many characters is data. */
const MOST_CHARS = 1000

const PUNCTUATION = 0
const SPACE = 1
const LETTER = 2
const HEX_LETTER = 3
/** Joins two parts of a word. */
const JOINER = 4
/** A word with one of these is a wildcard: digits, slashes, progress bars, spinners, masks. */
const VARYING = 5

const ASCII = new Uint8Array(128)
for (let code = 0; code < 128; code += 1) ASCII[code] = kindOfAscii(String.fromCharCode(code))

function kindOfAscii(char: string): number {
  if (/\s/.test(char)) return SPACE
  if (/[0-9/\\*]/.test(char)) return VARYING
  if (/[a-fA-F]/.test(char)) return HEX_LETTER
  if (/[a-zA-Z]/.test(char)) return LETTER
  return /[_.\-+~@%]/.test(char) ? JOINER : PUNCTUATION
}

/** Spinners consist of Braille patterns, and progress bars of block elements. */
const isDrawn = (code: number): boolean =>
  (code >= 0x28_00 && code <= 0x28_ff) || (code >= 0x25_80 && code <= 0x25_9f)

const kindOf = (code: number): number =>
  code < 128 ? (ASCII[code] ?? PUNCTUATION) : code === 0xa0 ? SPACE : isDrawn(code) ? VARYING : LETTER

/** A word of at least this many letters that are all hexadecimal is a hash. */
const SHORTEST_HASH = 7

const WILDCARD = '*'
/** Short words that are parts of a date. */
const DATE_WORD = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|UTC|GMT)$/
/** Units that belong to the number before them: `12 ms` and `1.4 s` are both a duration. */
const UNIT =
  /^(?:[mun]?s|secs?|seconds?|m|mins?|minutes?|h|hours?|hrs?|[kKMGT]?i?B|bytes?|[kKMGT]?i?B.s|AM|PM|am|pm)$/
/** Characters between two wildcards that make them one: `12:04:59`, `1, 2, 3`. */
const BETWEEN = ':,;'

/** The shape of a line, with `*` for wildcards. Empty if the line consists only of wildcards. */
export function shapeOf(line: string): string {
  const text = line.length > MOST_CHARS ? line.slice(0, MOST_CHARS) : line
  const shape = new Shape()
  for (let at = 0; at < text.length;) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === SPACE) {
      shape.space()
      at += 1
    } else at = kind === PUNCTUATION ? shape.punctuation(text, at) : shape.word(text, at)
  }
  return shape.end()
}

class Shape {
  #text = ''
  /** The end of the last wildcard while only spaces, colons and commas follow it; else -1. */
  #wildcardEnd = -1
  #hasSpace = false
  #hasWords = false

  space(): void {
    if (!this.#hasSpace && this.#text !== '') this.#text += ' '
    this.#hasSpace = true
  }

  /** The length of a horizontal rule in a table does not matter. */
  punctuation(text: string, at: number): number {
    const code = text.charCodeAt(at)
    const char = text.charAt(at)
    this.#text += char
    this.#hasSpace = false
    if (!BETWEEN.includes(char)) this.#wildcardEnd = -1
    let end = at + 1
    while (end < text.length && text.charCodeAt(end) === code) end += 1
    return end
  }

  word(text: string, at: number): number {
    let varies = false
    let isHex = true
    let joins = true
    let end = at
    for (; end < text.length; end += 1) {
      const kind = kindOf(text.charCodeAt(end))
      if (kind <= SPACE) break
      if (kind !== JOINER) joins = false
      if (kind === VARYING) varies = true
      else if (kind !== HEX_LETTER) isHex = false
    }
    const word = text.slice(at, end)
    if (joins) this.punctuation(text, at)
    else if (word === '0') this.#literal(word)
    else if (varies || (isHex && word.length >= SHORTEST_HASH)) this.#wildcard()
    else this.#letters(word)
    return end
  }

  #letters(word: string): void {
    if (word.length === 3 && DATE_WORD.test(word)) return this.#wildcard()
    if (this.#wildcardEnd < 0) return this.#literal(word)
    if (word.length <= 7 && UNIT.test(word)) return this.#wildcard()
    // `1 error` and `2 errors` have the same shape.
    this.#literal(word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)
  }

  #literal(word: string): void {
    this.#text += word
    this.#hasSpace = false
    this.#hasWords = true
    this.#wildcardEnd = -1
  }

  #wildcard(): void {
    if (this.#wildcardEnd >= 0) this.#text = this.#text.slice(0, this.#wildcardEnd)
    else this.#text += WILDCARD
    this.#hasSpace = false
    this.#wildcardEnd = this.#text.length
  }

  /** Removes a duration at the end: tools print it only for slow steps, e.g. `(12 ms)`. */
  end(): string {
    if (!this.#hasWords) return ''
    const text = this.#text.trimEnd()
    return text.endsWith('(*)') ? text.slice(0, -3).trimEnd() : text
  }
}
