/**
 * An expression with a cheap one that must match first. A long expression takes milliseconds to compile, and V8
 * compiles it when it is first tested. Most outputs have no line for it.
 */
class CuedForm extends RegExp {
  readonly cue: RegExp

  constructor(cue: RegExp, form: RegExp) {
    super(form)
    this.cue = cue
  }

  override test(line: string): boolean {
    return this.cue.test(line) && super.test(line)
  }
}

/** `cue` must match every line that `form` matches. */
export const cued = (cue: RegExp, form: RegExp): RegExp => new CuedForm(cue, form)

/** An expression that is compiled only when a line has one of the words that it needs. */
class WordedForm extends RegExp {
  readonly #form: RegExp
  readonly #words: readonly string[]
  #isCompiled = false

  constructor(form: RegExp, words: readonly string[]) {
    super(form)
    this.#form = form
    this.#words = words
  }

  override test(line: string): boolean {
    if (!this.#isCompiled) {
      const said = line.toLowerCase()
      this.#isCompiled = this.#words.some((word) => said.includes(word))
    }
    return this.#isCompiled && this.#form.test(line)
  }
}

/** `words` are in lower case, as `neededWords` finds them. Without them, the form itself. */
export const worded = (form: RegExp, words: readonly string[] | null | undefined): RegExp =>
  words === null || words === undefined ? form : new WordedForm(form, words)

/** Does the cue of this expression hold a line back? Always false for an expression without one. */
export const isHeldBack = (form: RegExp, line: string): boolean =>
  form instanceof CuedForm && !form.cue.test(line)
