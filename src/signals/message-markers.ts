/**
 * Finds the markers in a message of an agent. As in plain text, a marker counts only outside of code blocks and
 * diffs. If the whole message is one code block of markers, it quotes nothing, so its markers count too.
 */
import { hiddenRanges, isFence } from './fences.ts'
import { MARKER_NEEDLE, parseMarker } from './markers.ts'
import { finish } from './turns.ts'

/** The beginning of a line is enough to classify it. */
const KEPT_CHARS = 4000
/** A longer message is judged in parts, so that memory stays bounded. */
const MOST_LINES = 100_000
const MOST_CHARS = 8 * 1024 * 1024

/** A line that may be a marker, and its place. `isShown`: it is in a code block that is the whole message. */
export type Candidate<Place> = { readonly line: string; readonly at: Place; readonly isShown: boolean }

/** A message that arrives in pieces. */
export class MessageMarkers<Place> {
  #lines: string[] = []
  #chars = 0
  readonly #places = new Map<number, Place>()

  /** Adds whole lines of the message. */
  hear(text: string, at: Place): readonly Candidate<Place>[] {
    for (const line of text.split('\n')) {
      if (line.includes(MARKER_NEEDLE)) this.#places.set(this.#lines.length, at)
      this.#lines.push(line.slice(0, KEPT_CHARS).trimEnd())
    }
    this.#chars += text.length
    return this.#lines.length > MOST_LINES || this.#chars > MOST_CHARS ? this.end() : []
  }

  /** Ends the message. Returns its lines that may be markers. */
  end(): readonly Candidate<Place>[] {
    const candidates = this.#places.size === 0 ? [] : this.#judge()
    this.#lines = []
    this.#chars = 0
    this.#places.clear()
    return candidates
  }

  #judge(): readonly Candidate<Place>[] {
    const lines = this.#lines
    const ranges = finish(hiddenRanges(lines, Infinity))
    const isWhole = lines.every((line) => line.trim() === '' || isFence(line) || parseMarker(line) !== null)
    let range = 0
    return [...this.#places].flatMap(([index, at]) => {
      while (index >= (ranges[range]?.to ?? Infinity)) range += 1
      const isShown = index >= (ranges[range]?.from ?? Infinity)
      return isShown && !isWhole ? [] : [{ line: lines[index] ?? '', at, isShown }]
    })
  }
}
