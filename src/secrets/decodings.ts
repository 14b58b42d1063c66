/**
 * Decodes base64 and hexadecimal text, including wrapped lines, and hex dumps in the form of `hexdump -C`, `xxd` and
 * `od -t x1z`: an offset, groups of hexadecimal digits, and the same bytes as characters. A secret in a dump may be in
 * the digits and in the characters, and span several lines.
 */
import { HEX_DIGITS } from './escapes.ts'
import { BASE64, HEX, LITERAL, Pieces, Reading, TextCheck } from './readings.ts'
import { byteSet } from './shapes.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The value of each base64 digit, in either alphabet; -1 for any other byte. */
const BASE64_DIGITS = new Int8Array(256).fill(-1)
for (let value = 0; value < DIGITS.length; value += 1) BASE64_DIGITS[DIGITS.charCodeAt(value)] = value
BASE64_DIGITS['-'.charCodeAt(0)] = 62
BASE64_DIGITS['_'.charCodeAt(0)] = 63
const isEncoded = byteSet(`${DIGITS}-_`)

/** Shorter runs contain no secret: six bytes, encoded twice in base64, have this many characters. */
const SHORTEST_RUN = 11
const SHORTEST_TEXT = 8
const STAR = 42
/** The separator between two texts: the first byte ends a line, the second a private key. */
const BETWEEN = Buffer.from('\n\0')

/** The decoded texts of all encoded runs, concatenated; null if there are none. */
export function readDecoded(parent: Reading): Reading | null {
  const { bytes } = parent
  const pieces = new Pieces()
  let out: Buffer | null = null
  let length = 0
  for (let run = nextRun(bytes, 0); run !== null; run = nextRun(bytes, run.to)) {
    const kind = isHex(bytes, run.from) ? HEX : BASE64
    // A rest beside a mask is not the start of a run.
    if (bytes[run.from - 1] === STAR || !mayBeText(bytes, run.from, kind)) continue
    out ??= Buffer.allocUnsafe(bytes.length)
    const text = kind === HEX ? writeHex(bytes, run, out, length) : writeBase64(bytes, run, out, length)
    if (text - length < SHORTEST_TEXT) continue
    pieces.add(length, run.from, run.to, kind)
    length = text + BETWEEN.copy(out, text)
  }
  return out === null || pieces.isEmpty ? null : new Reading(out.subarray(0, length), parent, pieces)
}

type Run = { readonly from: number; readonly to: number }

/** The next run of encoded characters that is long enough. Most of a text is skipped in steps of that length. */
function nextRun(bytes: Buffer, start: number): Run | null {
  let at = start
  while (at + SHORTEST_RUN <= bytes.length) {
    const last = at + SHORTEST_RUN - 1
    let from = last
    while (from >= at && isEncoded[bytes[from] ?? 0] === 1) from -= 1
    if (from >= at) {
      at = from + 1
      continue
    }
    let to = last + 1
    while (to < bytes.length && isEncoded[bytes[to] ?? 0] === 1) to += 1
    return { from: at, to }
  }
  return null
}

function isHex(bytes: Buffer, from: number): boolean {
  for (let at = from; at < from + SHORTEST_RUN; at += 1) if (!isDigit(bytes[at])) return false
  return true
}

/** Whether this could decode to text. The first characters rule out most words. */
function mayBeText(bytes: Buffer, from: number, kind: typeof HEX | typeof BASE64): boolean {
  const first = kind === HEX ? hexByte(bytes, from) : base64Byte(bytes, from)
  return TextCheck.mayStart(first)
}

const isDigit = (byte: number | undefined): boolean => (HEX_DIGITS[byte ?? 0] ?? -1) >= 0

const hexByte = (bytes: Buffer, at: number): number =>
  16 * (HEX_DIGITS[bytes[at] ?? 0] ?? 0) + (HEX_DIGITS[bytes[at + 1] ?? 0] ?? 0)

const base64Byte = (bytes: Buffer, at: number): number =>
  (((BASE64_DIGITS[bytes[at] ?? 0] ?? 0) << 2) | ((BASE64_DIGITS[bytes[at + 1] ?? 0] ?? 0) >> 4)) & 255

/** Writes the text at the start of a run. Returns the position after it. */
function writeHex(bytes: Buffer, { from, to }: Run, out: Buffer, start: number): number {
  const check = new TextCheck()
  let end = start
  for (let at = from; at + 2 <= to; at += 2) {
    if (!isDigit(bytes[at]) || !isDigit(bytes[at + 1])) break
    const byte = hexByte(bytes, at)
    if (!check.accepts(byte)) break
    out[end] = byte
    end += 1
  }
  return end
}

function writeBase64(bytes: Buffer, { from, to }: Run, out: Buffer, start: number): number {
  const check = new TextCheck()
  let end = start
  let bits = 0
  let count = 0
  for (let at = from; at < to; at += 1) {
    bits = ((bits << 6) | (BASE64_DIGITS[bytes[at] ?? 0] ?? 0)) & 0xff_ff
    count += 6
    if (count < 8) continue
    count -= 8
    const byte = (bits >> count) & 255
    if (!check.accepts(byte)) break
    out[end] = byte
    end += 1
  }
  return end
}

/** Programs wrap encoded text after 60, 64 or 76 characters. */
const SHORTEST_LINE = 40
const DEEPEST_INDENT = 16

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13

/** Whether a long, fully encoded line ends here. */
function isWrapped(bytes: Buffer, lineEnd: number): boolean {
  let from = lineEnd
  if (bytes[from - 1] === 13) from -= 1
  const least = from - SHORTEST_LINE
  if (least < 0) return false
  while (from > least && isEncoded[bytes[from - 1] ?? 0] === 1) from -= 1
  return from === least
}

/** Joins wrapped lines; null if there are none. */
export function readUnwrapped(parent: Reading): Reading | null {
  const { bytes } = parent
  const pieces = new Pieces()
  const parts: Buffer[] = []
  let [length, done] = [0, 0]
  const take = (to: number): void => {
    pieces.add(length, done, to, LITERAL)
    parts.push(bytes.subarray(done, to))
    length += to - done
  }
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (!isWrapped(bytes, at)) continue
    let next = at + 1
    while (next <= at + DEEPEST_INDENT && (bytes[next] === 32 || bytes[next] === 9)) next += 1
    if (isEncoded[bytes[next] ?? 0] === 0) continue
    take(bytes[at - 1] === 13 ? at - 1 : at)
    done = next
  }
  if (done === 0) return null
  take(bytes.length)
  return new Reading(Buffer.concat(parts), parent, pieces)
}

/**
 * The start of the wrapped lines that end at a place and may continue after it. Searches at most `most` bytes back.
 */
export function startOfWrapped(bytes: Buffer, end: number, most: number): number {
  let start = end
  while (start > 0 && end - start < most) {
    let lineEnd = bytes[start - 1] === 10 ? start - 1 : start
    if (!isWrapped(bytes, lineEnd)) return start
    if (bytes[lineEnd - 1] === 13) lineEnd -= 1
    start = lineEnd
    while (start > 0 && !isLineEnd(bytes[start - 1])) start -= 1
  }
  return start
}

/** The bytes per line of these programs. */
const BYTES_PER_LINE = 16
/**
 * How many bytes of a dump represent one byte: the digits, the character, and its share of the offset and the spaces.
 */
export const DUMP_RATIO = 6
const [LEAST_OFFSET, MOST_OFFSET] = [6, 16]
/** A short line has more spaces before the characters. */
const WIDEST_GAP = 2
const [SPACE, COLON] = [32, 58]
/** The characters around the text column. */
const BORDERS = ['||', '><'].map((pair) => Buffer.from(pair))

/** The position of each byte's digits, and the position of the first byte as a character; -1 if there is none. */
type DumpLine = { readonly digits: readonly number[]; readonly chars: number }

function skip(
  bytes: Buffer,
  from: number,
  to: number,
  isSkipped: (byte: number | undefined) => boolean,
): number {
  let at = from
  while (at < to && isSkipped(bytes[at])) at += 1
  return at
}

const isSpace = (byte: number | undefined): boolean => byte === SPACE

/** The start of the digits after the offset; null if the line has no offset. Most lines fail here. */
function behindOffset(bytes: Buffer, from: number, to: number): number | null {
  const start = skip(bytes, from, Math.min(to, from + DEEPEST_INDENT), isSpace)
  let end = skip(bytes, start, Math.min(to, start + MOST_OFFSET), isDigit)
  if (end - start < LEAST_OFFSET) return null
  if (bytes[end] === COLON) end += 1
  const digits = skip(bytes, end, to, isSpace)
  return digits === end || !isDigit(bytes[digits]) ? null : digits
}

function readLine(bytes: Buffer, from: number, to: number): DumpLine | null {
  const start = behindOffset(bytes, from, to)
  if (start === null) return null
  const digits: number[] = []
  let at = start
  while (digits.length < BYTES_PER_LINE && at + 1 < to && isDigit(bytes[at]) && isDigit(bytes[at + 1])) {
    digits.push(at)
    const next = skip(bytes, at + 2, to, isSpace)
    if (next - at - 2 > WIDEST_GAP) break
    at = next
  }
  const last = digits.at(-1)
  return last === undefined
    ? null
    : { digits, chars: charsIn(bytes, { from: last + 2, to, count: digits.length }) }
}

type Rest = { readonly from: number; readonly to: number; readonly count: number }

/** The characters end the line, between borders or after spaces. */
function charsIn(bytes: Buffer, { from, to, count }: Rest): number {
  const inside = to - 1 - count
  const isBordered = BORDERS.some(([open, close]) => bytes[inside - 1] === open && bytes[to - 1] === close)
  if (isBordered && inside > from) return inside
  const bare = to - count
  return bare > from && bytes[bare - 1] === SPACE ? bare : -1
}

/** The end of the line that starts at a place, without its line feed, and the start of the next line. */
function lineAt(bytes: Buffer, from: number): { readonly to: number; readonly next: number } {
  const feed = bytes.indexOf(10, from)
  const end = feed < 0 ? bytes.length : feed
  return { to: bytes[end - 1] === 13 && end > from ? end - 1 : end, next: end + 1 }
}

/** The bytes of the dumps, once from the digits and once from the characters; none if there is no dump. */
export function readDumps(parent: Reading): readonly Reading[] {
  const { bytes } = parent
  const out: number[] = []
  const [digits, chars] = [new Pieces(), new Pieces()]
  for (let from = 0, wasDump = false; from < bytes.length;) {
    const { to, next } = lineAt(bytes, from)
    const line = readLine(bytes, from, to)
    // Separates two dumps.
    if (line === null && wasDump) out.push(0)
    wasDump = line !== null
    for (const [index, at] of line?.digits.entries() ?? []) {
      digits.add(out.length, at, at + 2, HEX)
      const char = line === null || line.chars < 0 ? at : line.chars + index
      chars.add(out.length, char, char + 1, LITERAL)
      out.push(hexByte(bytes, at))
    }
    from = next
  }
  if (digits.isEmpty) return []
  const dumped = Buffer.from(out)
  return [new Reading(dumped, parent, digits), new Reading(dumped, parent, chars)]
}

/** The start of the dump lines that end at a place and may continue after it. Searches at most `most` bytes back. */
export function startOfDump(bytes: Buffer, end: number, most: number): number {
  let start = end
  while (start > 0 && end - start < most) {
    const from = start < 2 ? 0 : bytes.lastIndexOf(10, start - 2) + 1
    const { to } = lineAt(bytes, from)
    if (readLine(bytes, from, to) === null) return start
    start = from
  }
  return start
}
