/**
 * Makes a worker's output safe for a terminal. The chunks may be cut anywhere.
 *
 * T1 Only colours pass, and only on request. Sequences that move the cursor, set a title, use the clipboard or hide text
 * are removed.
 * T2 An incomplete sequence hides no text: it is held back for a while, and then only its first bytes are removed.
 */

/** A longer sequence is not a control sequence. */
const LONGEST_SEQUENCE = 4096

const COLOUR = '(?:\\u001B\\[|\\u009B)([\\d;:]*)m'
const OTHER_CSI = '(?:\\u001B\\[|\\u009B)[\\u0030-\\u003F]*[\\u0020-\\u002F]*[\\u0040-\\u007E]'
const STRING_BODY = `[^\\u0007\\u001B\\u009C\\r\\n]{0,${LONGEST_SEQUENCE}}`
const STRING = `(?:\\u001B[\\]PX^_]|[\\u0090\\u0098\\u009D-\\u009F])${STRING_BODY}(?:\\u0007|\\u001B\\\\|\\u009C)`
const OTHER_ESCAPE = '\\u001B[\\u0020-\\u002F]*[\\u0030-\\u007E]'
/** The rest: single control characters, and those that change the writing direction. */
const CONTROL =
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069\\uFFF9-\\uFFFB]'

const UNSAFE = new RegExp(`${COLOUR}|${STRING}|${OTHER_CSI}|${OTHER_ESCAPE}|\\r\\n?|${CONTROL}`, 'g')
const ANY_CONTROL = new RegExp(CONTROL)

/** The end of a chunk that may be the start of a sequence or of a line end. */
const UNFINISHED = new RegExp(
  `(?:\\u001B(?:[\\u0020-\\u002F]*|\\[[\\u0030-\\u003F]*[\\u0020-\\u002F]*|[\\]PX^_]${STRING_BODY}\\u001B?)|\\u009B[\\u0030-\\u003F]*[\\u0020-\\u002F]*|[\\u0090\\u0098\\u009D-\\u009F]${STRING_BODY}\\u001B?|\\r)$`,
)

/** Resets the colours of the terminal. */
export const RESET: string = '\u001B[0m'
/** Reverts "hidden", which would hide text from a person. */
const REVEAL = '\u001B[28m'

export class ScreenText {
  readonly #colour: boolean
  #held = ''
  /** Whether a colour has passed. */
  isPainted = false

  constructor(colour: boolean) {
    this.#colour = colour
  }

  push(text: string): string {
    if (this.#held === '' && !ANY_CONTROL.test(text)) return text
    const all = this.#held + text
    const at = UNFINISHED.exec(all.slice(-LONGEST_SEQUENCE))
    const held = at === null ? 0 : at[0].length
    this.#held = all.slice(all.length - held)
    return this.#clean(all.slice(0, all.length - held))
  }

  /** The text that was held back, without an incomplete sequence. */
  end(): string {
    const rest = this.#clean(this.#held)
    this.#held = ''
    return rest
  }

  #clean(text: string): string {
    return text.replaceAll(UNSAFE, (found, colours: string | undefined) => {
      // A line that is redrawn becomes several lines.
      if (found.startsWith('\r')) return '\n'
      if (colours === undefined || !this.#colour) return ''
      this.isPainted = true
      return `\u001B[${colours}m${/(?:^|[;:])0*8(?:[;:]|$)/.test(colours) ? REVEAL : ''}`
    })
  }
}

/** One line without any control sequence, and without the carriage return at its end. */
export const plainLine = (line: string): string => {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!ANY_CONTROL.test(text)) return text
  const screen = new ScreenText(false)
  return screen.push(text) + screen.end()
}
