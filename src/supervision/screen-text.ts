/**
 * Makes a worker's output safe to look at, however it is cut into pieces.
 *
 * T1 Of all control sequences only colours come through, and only where colours are wanted; nothing that moves the
 * cursor, sets a title, touches the clipboard or hides text does. T2 Letters are never lost to a sequence that does not
 * end: it is held back for a while, and then only its beginning is left out.
 */

/** A sequence that takes longer than this to end is none. */
const LONGEST_SEQUENCE = 4096

const COLOUR = '(?:\\u001B\\[|\\u009B)([\\d;:]*)m'
const OTHER_CSI = '(?:\\u001B\\[|\\u009B)[\\u0030-\\u003F]*[\\u0020-\\u002F]*[\\u0040-\\u007E]'
const STRING_BODY = `[^\\u0007\\u001B\\u009C\\r\\n]{0,${LONGEST_SEQUENCE}}`
const STRING = `(?:\\u001B[\\]PX^_]|[\\u0090\\u0098\\u009D-\\u009F])${STRING_BODY}(?:\\u0007|\\u001B\\\\|\\u009C)`
const OTHER_ESCAPE = '\\u001B[\\u0020-\\u002F]*[\\u0030-\\u007E]'
/** What is left: single control characters, and those that turn the direction of writing. */
const CONTROL =
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069\\uFFF9-\\uFFFB]'

const UNSAFE = new RegExp(`${COLOUR}|${STRING}|${OTHER_CSI}|${OTHER_ESCAPE}|\\r\\n?|${CONTROL}`, 'g')
const ANY_CONTROL = new RegExp(CONTROL)

/** The end of a piece that may be the beginning of a sequence, or of a line's end. */
const UNFINISHED = new RegExp(
  `(?:\\u001B(?:[\\u0020-\\u002F]*|\\[[\\u0030-\\u003F]*[\\u0020-\\u002F]*|[\\]PX^_]${STRING_BODY}\\u001B?)|\\u009B[\\u0030-\\u003F]*[\\u0020-\\u002F]*|[\\u0090\\u0098\\u009D-\\u009F]${STRING_BODY}\\u001B?|\\r)$`,
)

/** The terminal's own colours again. */
export const RESET: string = '\u001B[0m'
/** Undoes "hidden", which would show a person less than is there. */
const REVEAL = '\u001B[28m'

export class ScreenText {
  readonly #colour: boolean
  #held = ''
  /** Did a colour come through? */
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

  /** The rest. */
  end(): string {
    const rest = this.#clean(this.#held)
    this.#held = ''
    return rest
  }

  #clean(text: string): string {
    return text.replaceAll(UNSAFE, (found, colours: string | undefined) => {
      // A line that is drawn again and again is many lines to a reader.
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
