/**
 * Dumps of bytes as `hexdump -C`, `xxd` and `od -t x1z` write them: an offset, groups of hexadecimal digits, and the
 * same bytes as characters. A secret may stand in the digits and in the characters, and go over several lines.
 */
import { HEX_DIGITS } from './escapes.ts'
import { HEX, LITERAL, Pieces, Reading } from './readings.ts'

/** What these programs put on a line. */
const BYTES_PER_LINE = 16
/** How many bytes of a dump stand for one: the digits, the character, and its share of the offset and the spaces. */
export const DUMP_RATIO = 6
const [LEAST_OFFSET, MOST_OFFSET] = [6, 16]
const DEEPEST_INDENT = 16
/** More spaces stand before the characters of a short line. */
const WIDEST_GAP = 2
const [SPACE, COLON] = [32, 58]
/** What stands around the characters. */
const BORDERS = ['||', '><'].map((pair) => Buffer.from(pair))

/** Where each byte of a line stands as digits, and where the first one stands as a character; -1 where none does. */
type DumpLine = { readonly digits: readonly number[]; readonly chars: number }

const isDigit = (byte: number | undefined): boolean => (HEX_DIGITS[byte ?? 0] ?? -1) >= 0

const byteAt = (bytes: Buffer, at: number): number =>
  16 * (HEX_DIGITS[bytes[at] ?? 0] ?? 0) + (HEX_DIGITS[bytes[at + 1] ?? 0] ?? 0)

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

/** Where the digits begin behind the offset; null where the line has none. Most lines end this at once. */
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

/** The characters end the line, between borders or behind spaces. */
function charsIn(bytes: Buffer, { from, to, count }: Rest): number {
  const inside = to - 1 - count
  const isBordered = BORDERS.some(([open, close]) => bytes[inside - 1] === open && bytes[to - 1] === close)
  if (isBordered && inside > from) return inside
  const bare = to - count
  return bare > from && bytes[bare - 1] === SPACE ? bare : -1
}

/** Where the line ends that begins at a place, without its line feed, and where the next one begins. */
function lineAt(bytes: Buffer, from: number): { readonly to: number; readonly next: number } {
  const feed = bytes.indexOf(10, from)
  const end = feed < 0 ? bytes.length : feed
  return { to: bytes[end - 1] === 13 && end > from ? end - 1 : end, next: end + 1 }
}

/** The bytes that dumps stand for, once by their digits and once by their characters; none where there is no dump. */
export function readDumps(parent: Reading): readonly Reading[] {
  const { bytes } = parent
  const out: number[] = []
  const [digits, chars] = [new Pieces(), new Pieces()]
  for (let from = 0, wasDump = false; from < bytes.length;) {
    const { to, next } = lineAt(bytes, from)
    const line = readLine(bytes, from, to)
    // Two dumps do not make one.
    if (line === null && wasDump) out.push(0)
    wasDump = line !== null
    for (const [index, at] of line?.digits.entries() ?? []) {
      digits.add(out.length, at, at + 2, HEX)
      const char = line === null || line.chars < 0 ? at : line.chars + index
      chars.add(out.length, char, char + 1, LITERAL)
      out.push(byteAt(bytes, at))
    }
    from = next
  }
  if (digits.isEmpty) return []
  const dumped = Buffer.from(out)
  return [new Reading(dumped, parent, digits), new Reading(dumped, parent, chars)]
}

/** Where the lines of a dump begin that end at a place and may go on behind it, looked for `most` bytes back. */
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
