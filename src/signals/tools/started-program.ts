/**
 * A build tool may start a program. A program that dies in the build's own process, or is only waited for, does not
 * make the build fail.
 */

/** The program died, or could not start. */
const DIED =
  /\bApplication run failed\b|^APPLICATION FAILED TO START$|^(?:Exception in thread |(?:[a-z]\w*\.){1,12}[A-Z]\w*(?:Exception|Error)\b|Caused by: )/

/** Every line on which a started program dies matches this. */
export const MAY_HAVE_DIED =
  /Application run failed|^APPLICATION FAILED|^Exception in thread|^Caused by: |^(?:[a-z]\w*\.){1,12}[A-Z]\w*(?:Exception|Error)\b/

export class StartedProgram {
  readonly #starts: RegExp
  #isStarted = false
  #hasDied = false

  /** `starts` is the line with which the build tool starts a program. */
  constructor(starts: RegExp) {
    this.#starts = starts
  }

  get hasDied(): boolean {
    return this.#hasDied
  }

  line(text: string): void {
    if (this.#starts.test(text)) this.#isStarted = true
    else if (this.#isStarted && DIED.test(text)) this.#hasDied = true
  }
}
