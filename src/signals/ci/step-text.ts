import type { Line } from '../bytes/lines.ts'
import type { Place, Signal } from '../signal.ts'

/** The last words of a step are searched in this many lines. */
const LAST_LINES = 10
/** At least three words, and no frame of a stack, command or mark of the CI system. */
const SENTENCE = /^(?!\s+at |\s*[+$#>] |##\[|::)\W{0,6}(?:[^\s]+\s+){2,}\S/
/** A heading, an address, or the name of the test that printed the next lines. */
const NO_WORDS = /:$|^\W*https?:\/\/\S+$|^std(?:err|out) \| /

type Kept = { readonly line: Line; readonly text: string }

/** The lines of one step without their prefixes. It maps them back to their places in the file. */
export class StepText {
  readonly #most: number
  #lines: Kept[] = []
  #first = 0
  #chars = 0

  /** `most` is the number of characters that are kept. They are the last ones, because the cause is at the end. */
  constructor(most: number) {
    this.#most = most
  }

  add(line: Line, text: string): void {
    this.#lines.push({ line, text })
    this.#chars += text.length + 1
    while (this.#chars > this.#most && this.#first < this.#lines.length - 1) {
      this.#chars -= (this.#lines[this.#first]?.text.length ?? 0) + 1
      this.#first += 1
    }
    if (this.#first > 10_000) this.#drop()
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  get size(): number {
    return this.#lines.length
  }

  /** Does the last line in the first column, among this many last lines, have this form? */
  endsWith(lines: number, form: RegExp): boolean {
    const last = this.#lines.slice(-lines).findLast(({ text }) => /^\S/.test(text))
    return last !== undefined && form.test(last.text)
  }

  /** The last line that is a sentence, in the first column or after a sign. */
  lastWords(): Kept | null {
    return (
      this.#lines.slice(-LAST_LINES).findLast(({ text }) => SENTENCE.test(text) && !NO_WORDS.test(text)) ??
      null
    )
  }

  /** Is there a line like this among the first and the last kept lines? */
  hasLine(isLike: (text: string) => boolean, first: number, last: number): boolean {
    const head = Math.min(this.#first + first, this.#lines.length)
    const tail = Math.max(head, this.#lines.length - last)
    const parts = [this.#lines.slice(this.#first, head), this.#lines.slice(tail)]
    return parts.some((lines) => lines.some(({ text }) => isLike(text)))
  }

  #drop(): void {
    this.#lines = this.#lines.slice(this.#first)
    this.#first = 0
  }

  text(): string {
    this.#drop()
    return this.#lines.map(({ text }) => text).join('\n')
  }

  /** The signal with its place in the file. */
  placed(signal: Signal, encode: (text: string) => Buffer): Signal {
    return signal.at === null ? signal : { ...signal, at: this.#placeOf(signal.at, encode) }
  }

  #placeOf(at: Place, encode: (text: string) => Buffer): Place {
    const found = this.#lines[at.line - 1]
    return found === undefined ? at : placeIn(found.line, found.text, at, encode)
  }
}

/** The place in the file of a place in `text`, which is the line without its prefix. */
export function placeIn(line: Line, text: string, at: Place, encode: (text: string) => Buffer): Place {
  // If the text contains colours, the first word locates its beginning.
  const [word = ''] = at.excerpt.split(' ', 1)
  const { raw } = line
  const column = Math.max(0, raw.lastIndexOf(text), raw.indexOf(at.excerpt), raw.indexOf(word))
  const byteOffset = line.offset + encode(raw.slice(0, column)).length
  return { ...at, line: line.number, byteOffset }
}
