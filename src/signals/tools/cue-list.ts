import type { Cue } from './cue-literals.ts'

/** Finds the cues that match a line. It tests only cues that can match somewhere in the text. */
export class CueList {
  readonly #asked: readonly { readonly cue: number; readonly form: RegExp }[]

  constructor(cues: readonly Cue[], text: string) {
    const lower = text.toLowerCase()
    this.#asked = cues.flatMap(({ form: { flags, ignoreCase }, alternatives }, cue) => {
      const shown = ignoreCase ? lower : text
      const possible = alternatives.filter(
        ({ words }) => words.length === 0 || words.some((word) => shown.includes(word)),
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
