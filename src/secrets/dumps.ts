/**
 * Hex dumps in the form of `hexdump -C`, `xxd` and `od -t x1z`: an offset, groups of hexadecimal digits, and the same
 * bytes as characters. A secret may be in the digits and in the characters, and span several lines.
 */
import { HEX_DIGITS } from './escapes.ts'
import { HEX, LITERAL, Pieces, Reading } from './readings.ts'

/** The bytes per line of these programs. */
const BYTES_PER_LINE = 16
/**
 * How many bytes of a dump represent one byte: the digits, the character, and its share of the offset and the spaces.
 */
export const DUMP_RATIO = 6
const [LEAST_OFFSET, MOST_OFFSET] = [6, 16]
const DEEPEST_INDENT = 16
/** A short line has more spaces before the characters. */
const WIDEST_GAP = 2
const [SPACE, COLON] = [32, 58]
/** The characters around the text column. */
const BORDERS = ['||', '><'].map((pair) => Buffer.from(pair))

/** The position of each byte's digits, and the position of the first byte as a character; -1 if there is none. */
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
      out.push(byteAt(bytes, at))
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
