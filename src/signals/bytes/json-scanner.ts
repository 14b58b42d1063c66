/**
 * Scans a JSON value over several lines and reports as early as possible that it is not JSON. A brace at the start of
 * a line of code must not consume the rest of a log.
 *
 * J1 It reads each character once. J2 After `broken` or `complete` it reads nothing more. J3 A value is `complete`
 * only if `JSON.parse` accepts it, so that the caller never catches a throw.
 */
import { work } from './work.ts'

export type JsonProgress = 'open' | 'complete' | 'broken'

type Expect = 'value' | 'key-or-end' | 'key' | 'colon' | 'comma-or-end' | 'value-or-end'

/** Characters of numbers, true, false and null. */
const isScalar = (char: string): boolean => (char >= '0' && char <= '9') || '-+.eEtrufalsn'.includes(char)

/** Characters that may follow a backslash. */
const isEscape = (char: string): boolean => '"\\/bfnrtu'.includes(char)
const isHex = (char: string): boolean => /[\da-fA-F]/.test(char)

/** Agents do not write longer numbers. */
const LONGEST_SCALAR = 1000
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t'

/**
 * The characters of a string up to its end or an escape. The length is bounded, because V8 fails on a run of millions.
 */
// oxlint-disable-next-line no-control-regex
const INSIDE = /[^"\\\u0000-\u001F]{1,10000}/y

export class JsonScanner {
  #stack: ('{' | '[')[] = []
  #expect: Expect = 'value'
  #inString: 'key' | 'value' | null = null
  /** The last character was a backslash. `#hexDigits` counts the hexadecimal digits that must still follow. */
  #escaped = false
  #hexDigits = 0
  #scalar = ''
  #progress: JsonProgress = 'open'
  /** The number of characters of the last text that were read. */
  fed = 0

  feed(text: string): JsonProgress {
    let at = 0
    for (; at < text.length && this.#progress === 'open'; at += 1) {
      if (this.#inString !== null && !this.#escaped && this.#hexDigits === 0) at = skip(text, at)
      const char = text[at]
      if (char !== undefined) this.#progress = this.#inString === null ? this.#step(char) : this.#string(char)
    }
    this.fed = Math.min(at, text.length)
    work.scanned += this.fed
    return this.#progress
  }

  #string(char: string): JsonProgress {
    if (char < ' ') return 'broken'
    if (this.#hexDigits > 0) {
      this.#hexDigits -= 1
      return isHex(char) ? 'open' : 'broken'
    }
    if (this.#escaped) return this.#escape(char)
    if (char === '\\') this.#escaped = true
    else if (char === '"') {
      this.#expect = this.#inString === 'key' ? 'colon' : 'comma-or-end'
      this.#inString = null
    }
    return 'open'
  }

  #escape(char: string): JsonProgress {
    this.#escaped = false
    if (char === 'u') this.#hexDigits = 4
    return isEscape(char) ? 'open' : 'broken'
  }

  #step(char: string): JsonProgress {
    if (this.#scalar !== '' && !isScalar(char) && !this.#endScalar()) return 'broken'
    if (isSpace(char)) return 'open'
    switch (this.#expect) {
      case 'key':
      case 'key-or-end':
        if (char === '"') return this.#open('key')
        return char === '}' && this.#expect === 'key-or-end' ? this.#close('{') : 'broken'
      case 'colon':
        if (char !== ':') return 'broken'
        this.#expect = 'value'
        return 'open'
      case 'comma-or-end':
        return this.#afterValue(char)
      case 'value-or-end':
        return char === ']' ? this.#close('[') : this.#value(char)
      case 'value':
        return this.#value(char)
    }
  }

  #open(kind: 'key' | 'value'): JsonProgress {
    this.#inString = kind
    return 'open'
  }

  #value(char: string): JsonProgress {
    if (char === '"') return this.#stack.length === 0 ? 'broken' : this.#open('value')
    if (char === '{' || char === '[') {
      this.#stack.push(char)
      this.#expect = char === '{' ? 'key-or-end' : 'value-or-end'
      return 'open'
    }
    if (!isScalar(char) || this.#stack.length === 0) return 'broken'
    this.#scalar += char
    return this.#scalar.length > LONGEST_SCALAR ? 'broken' : 'open'
  }

  #endScalar(): boolean {
    const scalar = this.#scalar
    this.#scalar = ''
    this.#expect = 'comma-or-end'
    return scalar === 'true' || scalar === 'false' || scalar === 'null' || NUMBER.test(scalar)
  }

  #afterValue(char: string): JsonProgress {
    const inside = this.#stack.at(-1)
    if (char === ',') {
      this.#expect = inside === '{' ? 'key' : 'value'
      return 'open'
    }
    if (char === '}') return this.#close('{')
    return char === ']' ? this.#close('[') : 'broken'
  }

  #close(opening: '{' | '['): JsonProgress {
    if (this.#stack.pop() !== opening) return 'broken'
    this.#expect = 'comma-or-end'
    return this.#stack.length === 0 ? 'complete' : 'open'
  }
}

/** Is the text one whole object or array, with only white space around it (J3)? */
export function isWholeJson(text: string): boolean {
  const scanner = new JsonScanner()
  if (scanner.feed(text) !== 'complete') return false
  let at = scanner.fed
  while (at < text.length && isSpace(text[at] ?? '')) at += 1
  return at === text.length
}

/** The position of the next character that ends a run of plain characters in a string. */
function skip(text: string, from: number): number {
  let at = from
  for (INSIDE.lastIndex = at; INSIDE.test(text); INSIDE.lastIndex = at) at = INSIDE.lastIndex
  return at
}
