/**
 * Finds the secrets in the bytes of a log as they arrive. The log and its lines may have any length.
 *
 * N1 The result depends only on the bytes, not on the chunks. Lines are decided when they are complete and nothing in
 * them continues in the next line (K3). A line that does not end is cut at places that depend only on its start. What
 * starts before a cut is decided with enough bytes after it.
 * N2 Later bytes never change the result before the settled place.
 * N3 Memory contains only the undecided bytes (a few lines or some hundred KiB) and the spans.
 */
import { DUMP_RATIO, startOfDump, startOfWrapped } from './decodings.ts'
import { SecretFinder, type Search } from './find-secrets.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { endOfValue } from './names.ts'
import { LONGEST, LOOK_BACK, type Span } from './shapes.ts'

/** Bytes that are searched at once. They fit into a processor's cache. */
const BATCH = 64 * 1024
/** A line that does not end is cut into pieces of this length. */
const PIECE = 256 * 1024

const NOTHING: Buffer = Buffer.alloc(0)

/** Runs with the same environment share one finder. */
let recent: { readonly key: string; readonly finder: SecretFinder } | null = null
const finders = new WeakMap<readonly string[], SecretFinder>()

function finderFor(secrets: readonly string[]): SecretFinder {
  const known = finders.get(secrets)
  if (known !== undefined) return known
  const key = JSON.stringify(secrets)
  if (recent?.key !== key) recent = { key, finder: new SecretFinder(secrets) }
  finders.set(secrets, recent.finder)
  return recent.finder
}

export class SecretSpans {
  readonly #secrets: readonly string[]
  readonly #onSettled: (bytes: Buffer) => void
  readonly #list = new SecretSpanList()
  /** The undecided bytes. The first is at `#settled`. */
  readonly #pending = new GrowingBytes()
  #settled = 0
  /** How many of them were there at the last decision. */
  #seen = 0
  /** The bytes before the pending ones, if these start within a line. */
  #before: Buffer = NOTHING
  /** Whether the pending bytes start within a value that continues. */
  #isInValue = false

  /**
   * `secrets` are known values, see `secretsFromEnv`. Everything with the shape of a key is found too. `onSettled`
   * gets the decided bytes in order. They are valid until it returns.
   */
  constructor(secrets: readonly string[], onSettled: (bytes: Buffer) => void = () => {}) {
    this.#secrets = secrets
    this.#onSettled = onSettled
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (let at = 0; at < bytes.length; at += BATCH) {
      this.#pending.add(bytes.subarray(at, at + BATCH))
      if (this.#pending.length - this.#seen >= BATCH) this.settle()
    }
  }

  /** Decides what can be decided. Returns the place before which nothing changes any more. */
  settle(): number {
    const fresh = this.#pending.bytes.subarray(this.#seen)
    const isWorthIt = fresh.includes(10) || fresh.includes(13) || this.#pending.length >= PIECE
    if (fresh.length > 0 && isWorthIt) this.#decideAll(false)
    else this.#seen = this.#pending.length
    return this.#settled
  }

  /** All spans before the settled place. */
  get spans(): readonly ByteSpan[] {
    return this.#list.all()
  }

  /** No more bytes come: everything is decided. */
  end(): readonly ByteSpan[] {
    this.#decideAll(true)
    return this.#list.all()
  }

  /** Drops spans that end at or before a place. */
  dropUntil(place: number): void {
    this.#list.dropUntil(place)
  }

  #decideAll(isLast: boolean): void {
    while (this.#pending.length > 0 && this.#decide(isLast));
    this.#seen = this.#pending.length
  }

  /** Decides some bytes; false if more must arrive first. */
  #decide(isLast: boolean): boolean {
    const finder = finderFor(this.#secrets)
    const most = PIECE + LONGEST + 2 * finder.longestNeedle
    const view = this.#pending.bytes.subarray(0, most)
    if (isLast && view.length === this.#pending.length) {
      this.#keep(view, view.length, this.#search(finder, view).spans)
      return true
    }
    return this.#decideLines(view, finder) || (view.length === most && this.#decidePiece(view, finder))
  }

  /** Decides complete lines, up to one that may continue. */
  #decideLines(view: Buffer, finder: SecretFinder): boolean {
    const lines = view.subarray(0, lineStart(view, view.length))
    if (lines.length === 0) return false
    const { spans, open } = this.#search(finder, lines)
    const end = lineStart(lines, Math.min(open, lines.length))
    const cut = Math.min(
      startOfWrapped(lines, end, 2 * finder.longestNeedle),
      startOfDump(lines, end, DUMP_RATIO * finder.longestNeedle),
    )
    const whole = beforeSpans(lines, cut, spans)
    if (whole > 0) this.#keep(view, whole, spans)
    return whole > 0
  }

  /** Decides the first piece of a line that is too long to wait for its end. */
  #decidePiece(view: Buffer, finder: SecretFinder): boolean {
    const { spans } = this.#search(finder, view)
    // Only a value can be that long.
    const isValue = ([from, to]: Span): boolean => from < PIECE && to === view.length
    const cut = spans.map((span): Span => (isValue(span) ? [span[0], PIECE] : span))
    const before = Buffer.from(view.subarray(PIECE - LOOK_BACK, PIECE))
    this.#keep(view, PIECE, cut)
    this.#before = before
    this.#isInValue = spans.some(isValue)
    return true
  }

  /** The secrets that start in the pending bytes. */
  #search(finder: SecretFinder, view: Buffer): Search {
    const lead = this.#before.length
    const { spans, open } = finder.find(lead === 0 ? view : Buffer.concat([this.#before, view]))
    const here = spans.flatMap(([from, to]): readonly Span[] =>
      from < lead ? [] : [[from - lead, to - lead]],
    )
    const value: Span = [0, this.#isInValue ? endOfValue(view.toString('latin1'), 0) : 0]
    return { spans: value[1] > 0 ? [value, ...here] : here, open: open < lead ? Infinity : open - lead }
  }

  /** Keeps the secrets that start before a cut, and drops the bytes before it. */
  #keep(view: Buffer, cut: number, spans: readonly Span[]): void {
    for (const [from, to] of spans) {
      if (from < cut) this.#list.add(this.#settled + from, this.#settled + to)
    }
    this.#settled += cut
    this.#onSettled(view.subarray(0, cut))
    this.#pending.dropFirst(cut)
    this.#before = NOTHING
    this.#isInValue = false
  }
}

/** The start of the line that contains a place; 0 if it is not in these bytes. */
function lineStart(bytes: Buffer, place: number): number {
  let start = place
  while (start > 0 && bytes[start - 1] !== 10 && bytes[start - 1] !== 13) start -= 1
  return start
}

/** The last start of a line at or before a place that no span covers. The rest of a span would look like other text. */
function beforeSpans(lines: Buffer, place: number, spans: readonly Span[]): number {
  let start = place
  for (const [from, to] of spans.toReversed()) if (from < start && to > start) start = lineStart(lines, from)
  return start
}

/** The position of a secret: bytes from the start of a log, without `to`. */
export type ByteSpan = { readonly from: number; readonly to: number }

/** More spans would take too much memory for a supervisor. Then the bytes between close spans are masked too. */
const MOST = 1_000_000

/** Spans in order that do not touch, in sixteen bytes each. */
export class SecretSpanList {
  readonly #most: number
  #bounds = new Float64Array(32)
  #length = 0
  /** Spans with at most this many bytes between them are merged. */
  #gap = 0

  constructor(most: number = MOST) {
    this.#most = most
  }

  /** Must be called in the order of `from`. A later span may also cover earlier ones. */
  add(from: number, to: number): void {
    let [start, end] = [from, to]
    while (this.#length > 0 && (this.#bounds[this.#length - 1] ?? 0) + this.#gap >= start) {
      start = Math.min(start, this.#bounds[this.#length - 2] ?? 0)
      end = Math.max(end, this.#bounds[this.#length - 1] ?? 0)
      this.#length -= 2
    }
    this.#append(start, end)
    while (this.#length > 2 * this.#most) this.#coarsen()
  }

  #append(from: number, to: number): void {
    if (this.#length === this.#bounds.length) {
      const wider = new Float64Array(2 * this.#length)
      wider.set(this.#bounds)
      this.#bounds = wider
    }
    this.#bounds[this.#length] = from
    this.#bounds[this.#length + 1] = to
    this.#length += 2
  }

  #coarsen(): void {
    const spans = this.#bounds.subarray(0, this.#length).slice()
    this.#gap = Math.max(16, 2 * this.#gap)
    this.#length = 0
    for (let index = 0; index < spans.length; index += 2) this.add(spans[index] ?? 0, spans[index + 1] ?? 0)
  }

  all(): readonly ByteSpan[] {
    return Array.from({ length: this.#length / 2 }, (_, index) => ({
      from: this.#bounds[2 * index] ?? 0,
      to: this.#bounds[2 * index + 1] ?? 0,
    }))
  }

  /** Drops spans that end at or before a place. */
  dropUntil(place: number): void {
    let index = 0
    while (index < this.#length && (this.#bounds[index + 1] ?? 0) <= place) index += 2
    this.#bounds.copyWithin(0, index, this.#length)
    this.#length -= index
  }
}
