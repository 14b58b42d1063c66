/**
 * Finds the secrets in some bytes of a log: in the bytes themselves and in all their readings.
 *
 * F1 The bytes are decoded as a person reads them, level by level. Each level is searched, so that nothing is lost if
 * a level resolves too much.
 * F2 A value after the name of a key counts only if it is written literally. In encoded text only known keys and keys
 * with an unmistakable shape count.
 * F3 Masking a secret may expose another, so the masked bytes are searched again.
 */
import { readDecoded, readDumps, readUnwrapped } from './decodings.ts'
import { AnchorScan, needlesOf, type Anchor, type Needle } from './literals.ts'
import { nameFinder } from './names.ts'
import { MOST_LEVELS, readPlainly, Reading } from './readings.ts'
import {
  byteSet,
  isOpenKey,
  LONGEST,
  privateKeyFinder,
  shapeFinders,
  type Finder,
  type Span,
} from './shapes.ts'

/** A shape of a secret, and its anchor. */
type Shaped = {
  readonly kind: 'shaped'
  readonly finder: Finder
  readonly literal: Uint8Array
  /** Bits in which bytes may differ from those of the literal. */
  readonly anyBits: number
  /** 1 for each byte that may follow the literal. */
  readonly after: Uint8Array
  readonly isLikely: ((bytes: Uint8Array, at: number) => boolean) | null
}
type Target = { readonly kind: 'known'; readonly needle: Needle } | Shaped

const ANY_BYTE = new Uint8Array(256).fill(1)

const SHAPED: readonly Anchor<Target>[] = [...shapeFinders, nameFinder, privateKeyFinder].flatMap((finder) =>
  finder.anchors.map(({ literal: text, after, isLikely = null }) => {
    const { anyCase } = finder
    const literal = Buffer.from(text)
    const follows = after === undefined ? ANY_BYTE : byteSet(after)
    const anyBits = anyCase ? 32 : 0
    return { kind: { kind: 'shaped', finder, literal, anyBits, after: follows, isLikely }, literal, anyCase }
  }),
)

/** Whether the anchor is here, up to the end of the bytes, and is followed by a valid byte. */
function isLikelyAt({ literal, anyBits, after, isLikely }: Shaped, bytes: Uint8Array, at: number): boolean {
  const end = at + literal.length
  if (end < bytes.length && after[bytes[end] ?? 0] === 0) return false
  for (let index = 0; index < literal.length && at + index < bytes.length; index += 1) {
    if (((bytes[at + index] ?? 0) | anyBits) !== literal[index]) return false
  }
  return isLikely === null || isLikely(bytes, end)
}

/** What to search for in a reading. */
type Look = 'all' | 'encoded' | 'known'

/** Secrets in order, and the start of an incomplete match that later bytes may complete. */
export type Search = { readonly spans: readonly Span[]; readonly open: number }

/** Masking can complete a secret only if the secret contains stars. Such chains are followed only this far. */
const MOST_ROUNDS = 4
const STAR = 42

/** Searches bytes for known secrets and for everything with the shape of one. */
export class SecretFinder {
  readonly #scan: AnchorScan<Target>
  readonly #needlesWithLineEnds: readonly Needle[]
  readonly longestNeedle: number

  constructor(secrets: readonly string[]) {
    const needles = needlesOf(secrets)
    const known = needles.map((needle) => ({
      kind: { kind: 'known' as const, needle },
      literal: needle.bytes,
      anyCase: false,
    }))
    this.#scan = new AnchorScan([...SHAPED, ...known])
    this.#needlesWithLineEnds = needles.filter(({ hasLineEnd }) => hasLineEnd)
    this.longestNeedle = needles.reduce((most, { bytes }) => Math.max(most, bytes.length), 0)
  }

  find(log: Buffer): Search {
    const first = this.#findOnce(log)
    let { open } = first
    const spans = [...first.spans]
    let fresh = first.spans
    let masked = log
    for (let round = 1; round < MOST_ROUNDS && fresh.length > 0; round += 1) {
      masked = masked === log ? Buffer.from(log) : masked
      for (const [from, to] of fresh) masked.fill(STAR, from, to)
      const again = this.#findOnce(masked)
      const before = masked
      fresh = again.spans.filter(([from, to]) => before.subarray(from, to).some((byte) => byte !== STAR))
      spans.push(...fresh)
      open = Math.min(open, again.open)
    }
    const whole = spans.map(([from, to]): Span => [characterStart(log, from), characterEnd(log, to)])
    return { spans: whole.toSorted((a, b) => a[0] - b[0]), open }
  }

  #findOnce(log: Buffer): Search {
    const found = new Finding(this.#needlesWithLineEnds)
    for (const [reading, look] of readingsOf(new Reading(log), this.longestNeedle > 0)) {
      found.begin(reading, look)
      this.#scan.scan(reading.bytes, (target, at) => found.consider(target, at))
    }
    return found
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The start of the UTF-8 character that contains a place, or the place itself. */
function characterStart(log: Buffer, place: number): number {
  if (!isContinuation(log[place])) return place
  let start = place - 1
  while (start > place - 3 && isContinuation(log[start])) start -= 1
  const first = log[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
  return start + length > place ? start : place
}

/** The end of that character. */
function characterEnd(log: Buffer, place: number): number {
  if (characterStart(log, place) === place) return place
  let end = place
  while (end < place + 3 && isContinuation(log[end])) end += 1
  return end
}

/** All readings of the bytes of a log. */
function* readingsOf(log: Reading, hasKnown: boolean): Generator<readonly [Reading, Look]> {
  let look: Look = 'all'
  let next: Reading | null = log
  for (let level = 0; next !== null && level < 2 * MOST_LEVELS; level += 1) {
    const reading: Reading = next
    yield [reading, look]
    if (hasKnown) for (const dump of readDumps(reading)) yield [dump, 'known']
    next = readPlainly(reading)
    if (next !== null) continue
    const whole: Reading | null = hasKnown ? readUnwrapped(reading) : null
    if (whole !== null) yield [whole, 'known']
    next = readDecoded(reading)
    look = 'encoded'
  }
}

/** Collects the matches in the readings of some bytes. */
class Finding {
  readonly spans: Span[] = []
  open = Infinity
  readonly #needlesWithLineEnds: readonly Needle[]
  /** Where the search for each kind continues. The inside of a match is not searched again. */
  readonly #next = new Map<Finder | Needle, number>()
  #reading: Reading = new Reading(Buffer.alloc(0))
  #look: Look = 'all'

  constructor(needlesWithLineEnds: readonly Needle[]) {
    this.#needlesWithLineEnds = needlesWithLineEnds
  }

  begin(reading: Reading, look: Look): void {
    this.#reading = reading
    this.#look = look
    this.#next.clear()
    if (look !== 'all') return
    for (const needle of this.#needlesWithLineEnds) {
      const begun = needle.begunIn(reading.bytes, 0)
      if (begun !== null) this.#setOpen(begun)
    }
  }

  consider(target: Target, at: number): void {
    if (target.kind === 'known') this.#considerKnown(target.needle, at)
    else if (this.#isWanted(target.finder) && isLikelyAt(target, this.#reading.bytes, at))
      this.#considerShape(target.finder, at - target.finder.back)
  }

  #isWanted(finder: Finder): boolean {
    return this.#look === 'all' || (this.#look === 'encoded' && finder !== nameFinder)
  }

  #considerKnown(needle: Needle, at: number): void {
    const { bytes } = this.#reading
    const to = at + needle.bytes.length
    if (to > bytes.length || at < (this.#next.get(needle) ?? 0) || !needle.standsAt(bytes, at)) return
    // If stars match anything, a false match must not hide a real one.
    if (!needle.hasFreeStars) this.#next.set(needle, to)
    this.#add(needle.withBorders(bytes, at))
  }

  #considerShape(finder: Finder, start: number): void {
    if (start < (this.#next.get(finder) ?? 0)) return
    const found = this.#findAt(finder, start)
    if (found === null) return
    this.#next.set(finder, Math.max(found.next, start + 1))
    if (found.secret !== null) this.#add(found.secret)
    if (finder === privateKeyFinder && this.#look === 'all' && isOpenKey(this.#reading.text, start))
      this.#setOpen(start)
  }

  /** If a colour starts between the text before a place and the place, that text does not belong to the value. */
  #findAt(finder: Finder, start: number): ReturnType<Finder['findAt']> {
    const { text } = this.#reading
    const found = finder.findAt(text, start)
    if (found !== null || !this.#reading.isGapBefore(start)) return found
    const alone = finder.findAt(text.slice(start, start + LONGEST), 0)
    if (alone === null) return null
    const secret: Span | null = alone.secret && [alone.secret[0] + start, alone.secret[1] + start]
    return { secret, next: alone.next + start }
  }

  #add(span: Span): void {
    this.spans.push(this.#reading.inLog(span))
  }

  #setOpen(at: number): void {
    const [from] = this.#reading.inLog([at, at + 1])
    this.open = Math.min(this.open, from)
  }
}
