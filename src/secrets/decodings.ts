/** Decodes base64 and hexadecimal text, including wrapped lines. */
import { HEX_DIGITS } from './escapes.ts'
import { BASE64, HEX, LITERAL, Pieces, Reading } from './readings.ts'
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
  for (let at = from; at < from + SHORTEST_RUN; at += 1) {
    if ((HEX_DIGITS[bytes[at] ?? 0] ?? -1) < 0) return false
  }
  return true
}

/** Whether this could decode to text. The first characters rule out most words. */
function mayBeText(bytes: Buffer, from: number, kind: typeof HEX | typeof BASE64): boolean {
  const first = kind === HEX ? hexByte(bytes, from) : base64Byte(bytes, from)
  return (isText[first] ?? 0) !== NO_TEXT
}

const hexByte = (bytes: Buffer, at: number): number =>
  16 * (HEX_DIGITS[bytes[at] ?? 0] ?? 0) + (HEX_DIGITS[bytes[at + 1] ?? 0] ?? 0)

const base64Byte = (bytes: Buffer, at: number): number =>
  (((BASE64_DIGITS[bytes[at] ?? 0] ?? 0) << 2) | ((BASE64_DIGITS[bytes[at + 1] ?? 0] ?? 0) >> 4)) & 255

/**
 * The role of a byte in UTF-8 text: invalid, a character, a
 * continuation, or the start of a sequence of this many bytes.
 */
const [NO_TEXT, CHARACTER, CONTINUATION] = [0, 1, 9]
const isText = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xf5 || byte === 0xc0 || byte === 0xc1 || byte === 127) return NO_TEXT
  if (byte >= 0xc0) return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
  if (byte >= 0x80) return CONTINUATION
  return byte >= 32 || byte === 9 || byte === 10 || byte === 13 || byte === 27 ? CHARACTER : NO_TEXT
})

/** Accepts bytes as long as they are text. */
class TextCheck {
  #wanted = 0

  accepts(byte: number): boolean {
    const role = isText[byte] ?? NO_TEXT
    if (role === NO_TEXT || (role === CONTINUATION) !== this.#wanted > 0) return false
    this.#wanted = role === CONTINUATION ? this.#wanted - 1 : role - 1
    return true
  }
}

/** Writes the text at the start of a run. Returns the position after it. */
function writeHex(bytes: Buffer, { from, to }: Run, out: Buffer, start: number): number {
  const check = new TextCheck()
  let end = start
  for (let at = from; at + 2 <= to; at += 2) {
    if ((HEX_DIGITS[bytes[at] ?? 0] ?? -1) < 0 || (HEX_DIGITS[bytes[at + 1] ?? 0] ?? -1) < 0) break
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
