/**
 * An expression with a cheap one that must match first. A long expression takes milliseconds to compile, and V8
 * compiles it with the first line that it is tested on: most outputs have no line for it.
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

/** Does the cue of this expression hold a line back? Always false for an expression without one. */
export const isHeldBack = (form: RegExp, line: string): boolean =>
  form instanceof CuedForm && !form.cue.test(line)
