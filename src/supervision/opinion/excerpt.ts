/**
 * The part of a log that an agent is shown: the beginning, its structure, lines about errors, and the end.
 *
 * X1 It has at most MOST_BYTES, for a log of any length. Reading takes constant memory.
 * X2 Secrets are masked in the bytes of the whole log, before lines are selected.
 * X3 Every line keeps its line number in the file.
 */
import { createHash } from 'node:crypto'
import { RedactedLines } from './redacted-lines.ts'
import { shownLine, STRUCTURE, textOf, TROUBLE, WHOLE_CHARS, type ShownLine } from './shown-line.ts'
import type { Line } from '../../signals/bytes/lines.ts'

const MOST_BYTES = 24 * 1024

/** How many lines of each kind are kept while the log is read. */
const HEAD_LINES = 20
const FIRST_TROUBLES = 20
const LAST_TROUBLES = 120
const LAST_STEPS = 60
const LAST_LINES = 150
/** Lines after an error often explain it. */
const LINES_BEHIND = 2
/** These lines are included before all others. */
const CERTAIN_HEAD = 6
const CERTAIN_END = 25

export type Excerpt = {
  readonly lines: readonly ShownLine[]
  /** The number of lines in the file. */
  readonly lineCount: number
  /** The digest of the file's bytes, unzipped. */
  readonly sha256: string
}

export type ExcerptRequest = {
  readonly secrets: readonly string[]
  /** Lines that must be included: the evidence of the verdict so far. */
  readonly wanted: readonly number[]
}

/** Reads a log and makes its excerpt. Call `push` with its unzipped bytes, then `end`. */
export class ExcerptReader {
  readonly #hash = createHash('sha256')
  readonly #choice: Choice
  readonly #lines: RedactedLines
  #lineCount = 0

  constructor({ secrets, wanted }: ExcerptRequest) {
    this.#choice = new Choice(wanted)
    this.#lines = new RedactedLines(secrets, (line, unit) => {
      this.#lineCount = line.number
      if (line.raw.trim() !== '') this.#choice.add(new PassingLine(line, unit))
    })
  }

  push(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.#lines.push(chunk)
  }

  end(): Excerpt {
    this.#lines.end()
    return {
      lines: this.#choice.fitting(MOST_BYTES),
      lineCount: this.#lineCount,
      sha256: this.#hash.digest('hex'),
    }
  }
}

/** A line that may be chosen. It is rendered only if it is chosen, because rendering is slow. */
class PassingLine {
  readonly number: number
  readonly isTrouble: boolean
  readonly isStructure: boolean
  readonly shown: () => ShownLine

  constructor(line: Line, unit: 1 | 2) {
    this.number = line.number
    // Only pieces of a record of megabytes are kept.
    const pieces = line.raw.length > WHOLE_CHARS ? shownLine(line, unit) : null
    const text = pieces === null ? uncoloured(line.raw) : textOf(pieces)
    this.isTrouble = TROUBLE.test(text)
    this.isStructure = STRUCTURE.test(text)
    this.shown = () => pieces ?? shownLine(line, unit)
  }
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[\d;]{0,20}m/g

const uncoloured = (raw: string): string => (raw.includes('\u001B') ? raw.replaceAll(COLOURS, '') : raw)

/** Keeps the newest of what is added. */
class Newest {
  #lines: PassingLine[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(line: PassingLine): void {
    if (this.#lines.push(line) > 2 * this.#most) this.#lines = this.#lines.slice(-this.#most)
  }

  get newestFirst(): readonly PassingLine[] {
    return this.#lines.slice(-this.#most).toReversed()
  }
}

class Choice {
  readonly #wanted: ReadonlySet<number>
  readonly #wantedLines: PassingLine[] = []
  readonly #head: PassingLine[] = []
  readonly #firstTroubles: PassingLine[] = []
  readonly #troubles = new Newest(LAST_TROUBLES)
  readonly #steps = new Newest(LAST_STEPS)
  readonly #end = new Newest(LAST_LINES)
  #behind = 0

  constructor(wanted: readonly number[]) {
    this.#wanted = new Set(wanted)
  }

  add(line: PassingLine): void {
    if (this.#wanted.has(line.number)) this.#wantedLines.push(line)
    if (this.#head.length < HEAD_LINES) this.#head.push(line)
    this.#end.add(line)
    if (line.isStructure) this.#steps.add(line)
    const { isTrouble } = line
    if (isTrouble && this.#firstTroubles.length < FIRST_TROUBLES) this.#firstTroubles.push(line)
    if (isTrouble || this.#behind > 0) this.#troubles.add(line)
    this.#behind = isTrouble ? LINES_BEHIND : this.#behind - 1
  }

  /** X1: selects lines by importance until the limit, then sorts them as in the file. */
  fitting(mostBytes: number): readonly ShownLine[] {
    const end = this.#end.newestFirst
    const ranked = [
      ...this.#wantedLines,
      ...end.slice(0, CERTAIN_END),
      ...this.#head.slice(0, CERTAIN_HEAD),
      ...this.#troubles.newestFirst,
      ...this.#firstTroubles,
      ...this.#steps.newestFirst,
      ...end,
      ...this.#head,
    ]
    const chosen = new Map<number, ShownLine>()
    let left = mostBytes
    for (const { number, shown } of ranked) {
      if (chosen.has(number)) continue
      const line = shown()
      const bytes = Buffer.byteLength(rendered(line)) + GAP_BYTES
      if (bytes > left) continue
      chosen.set(number, line)
      left -= bytes
    }
    return [...chosen.values()].toSorted((a, b) => a.number - b.number)
  }
}

/** A line break, and the note that lines are omitted. */
const GAP_BYTES = 40

const rendered = (line: ShownLine): string => `${line.number}| ${textOf(line)}`

/** The lines with their numbers, with a note at each gap. */
export function renderExcerpt({ lines, lineCount }: Excerpt): string {
  const parts: string[] = []
  let last = 0
  for (const line of lines) {
    if (line.number > last + 1) parts.push(`… ${line.number - last - 1} lines left out`)
    parts.push(rendered(line))
    last = line.number
  }
  if (lineCount > last) parts.push(`… ${lineCount - last} lines left out`)
  return parts.join('\n')
}
