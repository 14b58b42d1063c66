/** A text of any length, of which the beginning and the end are kept. */
export class Clip {
  readonly #head: number
  readonly #tail: number
  #start = ''
  #end = ''
  #length = 0
  #lines = 0

  constructor(head: number, tail: number) {
    this.#head = head
    this.#tail = tail
  }

  add(text: string): void {
    this.#length += text.length
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines += 1
    const room = this.#head - this.#start.length
    this.#start += text.slice(0, Math.max(0, room))
    const rest = room > 0 ? text.slice(room) : text
    if (rest !== '') this.#end = `${this.#end}${rest}`.slice(-this.#tail || rest.length * -2 - 1)
    if (this.#tail === 0) this.#end = ''
  }

  /** A text without a line end at its end has one line more than it has line ends. */
  get lines(): number {
    const last = this.#end === '' ? this.#start : this.#end
    return this.#length === 0 ? 0 : this.#lines + (last.endsWith('\n') ? 0 : 1)
  }

  get shown(): { readonly text: string; readonly left: number } {
    const left = this.#length - this.#start.length - this.#end.length
    const text = left === 0 ? this.#start + this.#end : `${this.#start}\n…\n${this.#end}`
    return { text: text.trimEnd(), left }
  }
}
