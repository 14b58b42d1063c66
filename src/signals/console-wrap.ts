/**
 * PowerShell turns the error stream of a program into records and wraps them at the width of the console. One sentence
 * of a tool becomes several lines. The record reveals the width, so the lines can be joined again.
 *
 * W1 A text without such a record stays unchanged. W2 Memory holds only one line, or the lines before a record. W3 The
 * lines that PowerShell adds to a record are left out: the place in the script and the category. They interrupt the
 * text of the program.
 */
import type { Line } from './bytes/lines.ts'

/** The second of the lines that end a record. If it is wrapped, it is as long as the console is wide. */
const CATEGORY = '    + CategoryInfo '
/** A record begins with the name of the program: `npm.ps1 : …`. */
const HEAD = ' : '
/** The most lines of a record that may precede its category. */
const MOST_HELD = 40
/** A joined line never becomes longer than this. */
const LONGEST = 4000
/** No console is narrower. */
const LEAST_WIDTH = 16

/** Lines of the record itself always break after words. */
const RECORD = /^(?:\+ | {2,}|At )/

const isHead = (raw: string): boolean => raw.includes(HEAD) && !/^[\s[\d]/.test(raw)

/** The width of the console if the record is wrapped, else null. */
function widthOf(raw: string): number | null {
  const line = withoutReturn(raw)
  return line.startsWith(CATEGORY) && line.endsWith(' ') && line.length >= LEAST_WIDTH ? line.length : null
}

const withoutReturn = (raw: string): string => (raw.endsWith('\r') ? raw.slice(0, -1) : raw)

/** The first word and the space after it. */
const firstWord = (text: string): string => text.slice(0, text.indexOf(' ') + 1 || text.length + 1)

/** Was the line broken after a word because the next word did not fit? The space stays at the end of the line. */
const isCutAtWord = (piece: string, next: string, width: number): boolean =>
  piece.endsWith(' ') && piece.length + firstWord(next).length > width

/** If lines break after words, only a word that is wider than the console is broken inside. */
const isCutInWord = (piece: string, next: string, width: number): boolean =>
  !/[:.;!?]$/.test(piece) && piece.slice(piece.lastIndexOf(' ') + 1).length + firstWord(next).length >= width

/** Every such record contains this. Most texts do not, so their lines need no check. */
export const RECORD_NEEDLE = '+ CategoryInfo '

/** The lines as the program wrote them. A joined line has the place of its first piece. */
export const unwrapped = (lines: Iterable<Line>): Generator<Line> => withoutPlaces(joined(lines))

/** The place in the script, the line there, what it underlines, the category. */
const PLACE = /^At (?:line|.{1,300}):\d+ char:\d+$/
const OF_PLACE = /^\+ |^\s+\+ |^\s*$/
const IS_CATEGORY = /^\s+\+ CategoryInfo /
const LAST_OF_PLACE = /^\s+\+ FullyQualifiedErrorId /
/** A place has four to six lines. */
const MOST_OF_PLACE = 12

/** W3. Lines that only look like a place are kept. */
function* withoutPlaces(lines: Iterable<Line>): Generator<Line> {
  let held: Line[] = []
  for (const line of lines) {
    const raw = withoutReturn(line.raw)
    if (held.length > 0 && LAST_OF_PLACE.test(raw) && held.some((one) => IS_CATEGORY.test(one.raw))) {
      held = []
      continue
    }
    if (held.length > 0 && (!OF_PLACE.test(raw) || held.length === MOST_OF_PLACE)) {
      yield* held
      held = []
    }
    if (held.length > 0 || PLACE.test(raw)) held.push(line)
    else yield line
  }
  yield* held
}

function* joined(lines: Iterable<Line>): Generator<Line> {
  let held: Line[] = []
  let joiner: Joiner | null = null
  for (const line of lines) {
    if (joiner !== null) {
      yield* joiner.take(line)
      continue
    }
    if (held.length === 0 && !isHead(line.raw)) {
      yield line
      continue
    }
    held.push(line)
    const width = widthOf(line.raw)
    if (width === null && held.length < MOST_HELD) continue
    if (width !== null) joiner = new Joiner(width)
    for (const one of held) yield* joiner?.take(one) ?? [one]
    held = []
  }
  yield* held
  yield* joiner?.end() ?? []
}

class Joiner {
  readonly #width: number
  #open: Line | null = null
  #piece = ''
  /** Some versions break lines after words, others at any character. */
  #keepsWords = false

  constructor(width: number) {
    this.#width = width
  }

  take(line: Line): readonly Line[] {
    const open = this.#open
    const piece = withoutReturn(line.raw)
    if (open !== null && open.raw.length < LONGEST && this.#goesOn(piece)) {
      this.#open = { ...open, raw: open.raw + piece }
      this.#piece = piece
      return []
    }
    this.#open = { ...line, raw: piece }
    this.#piece = piece
    return open === null ? [] : [open]
  }

  #goesOn(next: string): boolean {
    const piece = this.#piece
    if (next === '' || piece.length > this.#width) return false
    if (isCutAtWord(piece, next, this.#width)) {
      this.#keepsWords ||= piece.length < this.#width && !RECORD.test(piece)
      return true
    }
    return piece.length === this.#width && (!this.#keepsWords || isCutInWord(piece, next, this.#width))
  }

  end(): readonly Line[] {
    return this.#open === null ? [] : [this.#open]
  }
}
