import type { Cue } from './cue-literals.ts'

/** Finds the cues that match a line. It tests only cues that can match somewhere in the text. */
export class CueList {
  readonly #asked: readonly { readonly cue: number; readonly form: RegExp }[]

  constructor(cues: readonly Cue[], text: string) {
    const exact = new SmallText(text)
    const lower = new SmallText(text.toLowerCase())
    this.#asked = cues.flatMap(({ form: { flags, ignoreCase }, alternatives }, cue) => {
      const shown = ignoreCase ? lower : exact
      const possible = alternatives.filter(
        ({ words }) => words.length === 0 || words.some((word) => shown.has(word)),
      )
      const source = possible.map((one) => one.source).join('|')
      return possible.length === 0 ? [] : [{ cue, form: new RegExp(source, flags) }]
    })
  }

  /** Indexes of the cues that match the line, in order. */
  matching(line: string): readonly number[] {
    return this.#asked.flatMap(({ cue, form }) => (form.test(line) ? [cue] : []))
  }
}

/** The low bytes of two neighbouring characters. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255)

/** A text that is searched for a thousand words. Most of them have a pair of letters that the text does not have. */
class SmallText {
  readonly #text: string
  readonly #pairs = new Uint8Array(65_536)

  constructor(text: string) {
    this.#text = text
    for (let at = 0; at + 1 < text.length; at += 1) this.#pairs[pairAt(text, at)] = 1
  }

  has(word: string): boolean {
    for (let at = 0; at + 1 < word.length; at += 1) if (this.#pairs[pairAt(word, at)] === 0) return false
    return this.#text.includes(word)
  }
}
