/** Resolves escapes of strings, HTML entities, percent-encoding and control sequences of terminals. */

const BACKSLASH = 92
const ESCAPE = 27
const PERCENT = 37
const AMPERSAND = 38

/** The length of a sequence and the bytes that it represents. */
export type Resolved = { readonly length: number; readonly bytes: Uint8Array }

/** The next place that may be an escape, a percent sign or an entity, or the end. */
export function nextEscape(bytes: Uint8Array, from: number): number {
  const end = bytes.length
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND) return at
    at += 1
  }
  return end
}

/** 1 for each byte that starts something invisible on a terminal: controls, and marks without a width. */
const mayBeControl = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || [0x7f, 0xc2, 0xe2, 0xef].includes(byte) ? 1 : 0,
)

const isSpecial = mayBeControl.map((is, byte) =>
  byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND ? 1 : is,
)

/** The next place where something may start that is not literal text, or the end. */
export function nextSpecial(bytes: Uint8Array, from: number): number {
  const end = bytes.length
  let at = from
  while (at < end && isSpecial[bytes[at] ?? 0] === 0) at += 1
  return at
}

/** The next place where a control sequence may start, or the end. */
export function nextControl(bytes: Uint8Array, from: number): number {
  const end = bytes.length
  let at = from
  while (at < end && mayBeControl[bytes[at] ?? 0] === 0) at += 1
  return at
}

/** The next byte with which a sequence may start, or the end. */
export function nextBroken(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(ESCAPE, from)
  return at < 0 ? bytes.length : at
}

/** The escape at this place; null if there is none. */
export function resolveEscape(bytes: Buffer, at: number): Resolved | null {
  if (bytes[at] === BACKSLASH) return resolveBackslash(bytes, at)
  if (bytes[at] === AMPERSAND) return resolveEntity(bytes, at)
  const byte = hexAt(bytes, at + 1, 2)
  return byte === null ? null : { length: 3, bytes: Uint8Array.of(byte) }
}

/** Resolves one level of escapes, percent signs and entities; null if there are none. */
export function resolveEscapes(bytes: Buffer): Buffer | null {
  const end = bytes.length
  let at = firstEscape(bytes)
  if (at === end) return null
  const out = Buffer.allocUnsafe(end)
  let length = bytes.copy(out, 0, 0, at)
  while (at < end) {
    const simple = simpleAt(bytes, at)
    if (simple > 0) {
      length = put(out, length, simple)
      at += 2
    } else {
      const found = simple < 0 ? null : resolveEscape(bytes, at)
      if (found === null) length = put(out, length, bytes[at] ?? 0)
      else for (const byte of found.bytes) length = put(out, length, byte)
      at += found?.length ?? 1
    }
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND) break
      length = put(out, length, byte)
    }
  }
  return out.subarray(0, length)
}

function put(out: Uint8Array, at: number, byte: number): number {
  out[at] = byte
  return at + 1
}

/** The first escape that can be resolved, or the end. */
function firstEscape(bytes: Buffer): number {
  let at = nextEscape(bytes, 0)
  while (at < bytes.length && (simpleAt(bytes, at) < 0 || resolveEscape(bytes, at) === null))
    at = nextEscape(bytes, at + 1)
  return at
}

/** The byte that a two-character escape represents; 0 if it may be longer, -1 if it is none. */
function simpleAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH) return 0
  return at + 1 < bytes.length ? (SIMPLE_BYTES[bytes[at + 1] ?? 0] ?? -1) : -1
}

/** Names of entities that all programs use which write HTML or XML. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
/** Names, and numbers with some leading zeros, are not longer. */
const LONGEST_ENTITY = 14

/** `&amp;`, `&#39;`, `&#x27;`. */
function resolveEntity(bytes: Buffer, at: number): Resolved | null {
  const first = (bytes[at + 1] ?? 0) | 32
  // Most ampersands separate the parameters of a URL. They fail here.
  if (bytes[at + 1] !== 35 && !(first >= 97 && first <= 122)) return null
  const text = bytes.toString('latin1', at, at + LONGEST_ENTITY)
  const [whole = '', decimal, hex, name = ''] =
    /^&(?:#(\d{1,9})|#x([0-9a-f]{1,8})|([a-z]{2,4}));/i.exec(text) ?? []
  if (decimal !== undefined) return character(Number.parseInt(decimal, 10), whole.length)
  if (hex !== undefined) return character(Number.parseInt(hex, 16), whole.length)
  const named = ENTITIES.get(name.toLowerCase())
  return named === undefined ? null : { length: whole.length, bytes: Buffer.from(named) }
}

/** Shells put a backslash before these characters. */
const QUOTED_BY_SHELLS = ' !#$&()*,:;<=>?@[]^{|}~'

/** What a backslash and one character represent. */
const SIMPLE: readonly (Resolved | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte)
  if (QUOTED_BY_SHELLS.includes(char)) return { length: 2, bytes: Uint8Array.of(byte) }
  const index = 'nrtbfvaeE"\'`/\\'.indexOf(char)
  const means = '\n\r\t\b\f\v\u0007\u001B\u001B"\'`/\\'[index]
  return means === undefined ? undefined : { length: 2, bytes: Buffer.from(means) }
})

/** Indexed by the byte after a backslash; see `simpleAt`. */
const SIMPLE_BYTES = Int16Array.from(SIMPLE, (resolved, byte) =>
  resolved === undefined ? ('ux0'.includes(String.fromCharCode(byte)) ? 0 : -1) : (resolved.bytes[0] ?? -1),
)

function resolveBackslash(bytes: Buffer, at: number): Resolved | null {
  const next = bytes[at + 1] ?? 0
  const simple = SIMPLE[next]
  if (simple !== undefined) return simple
  switch (String.fromCharCode(next)) {
    case 'u':
      return resolveUnicode(bytes, at)
    case 'x': {
      const byte = hexAt(bytes, at + 2, 2)
      return byte === null ? null : { length: 4, bytes: Uint8Array.of(byte) }
    }
    case '0':
      return resolveOctal(bytes, at)
    default:
      return null
  }
}

/** `\u000a`, surrogate pairs, `\u{a}`. */
function resolveUnicode(bytes: Buffer, at: number): Resolved | null {
  const braced = /^\{([0-9a-f]{1,6})\}/i.exec(bytes.toString('latin1', at + 2, at + 10))?.[1]
  if (braced !== undefined) return character(Number.parseInt(braced, 16), 4 + braced.length)
  const unit = hexAt(bytes, at + 2, 4)
  if (unit === null) return null
  const isFirstHalf =
    unit >= 0xd8_00 && unit < 0xdc_00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 117
  const second = isFirstHalf ? hexAt(bytes, at + 8, 4) : null
  if (second === null || second < 0xdc_00 || second > 0xdf_ff) return character(unit, 6)
  return character(0x1_00_00 + ((unit - 0xd8_00) << 10) + (second - 0xdc_00), 12)
}

const character = (code: number, length: number): Resolved | null =>
  code > 0x10_ff_ff ? null : { length, bytes: Buffer.from(String.fromCodePoint(code)) }

/** `\0`, `\033`. */
function resolveOctal(bytes: Buffer, at: number): Resolved {
  const digits = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0] ?? '0'
  return { length: 1 + digits.length, bytes: Uint8Array.of(Number.parseInt(digits, 8)) }
}

function hexAt(bytes: Buffer, at: number, digits: number): number | null {
  let value = 0
  for (let index = at; index < at + digits; index += 1) {
    const digit = HEX_DIGITS[bytes[index] ?? 0] ?? -1
    if (digit < 0) return null
    value = 16 * value + digit
  }
  return value
}

/** The value of each hexadecimal digit; -1 for any other byte. */
export const HEX_DIGITS: Int8Array = new Int8Array(256).fill(-1)
for (const digit of '0123456789abcdefABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)

/** A longer sequence is not a control sequence. A link in one may have this length. */
const LONGEST_CONTROL = 4096

const isBetween = (byte: number | undefined, low: number, high: number): boolean =>
  byte !== undefined && byte >= low && byte <= high

/** The length of an incomplete sequence that terminals do not show. */
export const brokenLength = (bytes: Buffer, at: number): number =>
  controlLength(bytes, at, shortLength(bytes, at))

/** The length of the complete control sequence at this place, else 0; for an incomplete one `broken`. */
export function controlLength(bytes: Buffer, at: number, broken = 0): number {
  const next = bytes[at + 1]
  switch (bytes[at]) {
    case ESCAPE:
      return sequenceLength(bytes, at + 1, next) ?? broken
    case 0xc2:
      // The 8-bit form of an escape and a character.
      return isBetween(next, 0x80, 0x9f) ? (sequenceLength(bytes, at + 1, (next ?? 0) - 0x40) ?? 2) : 0
    case 0xe2:
      return isMark(next, bytes[at + 2]) ? 3 : 0
    case 0xef:
      return (next === 0xbb && bytes[at + 2] === 0xbf) ||
        (next === 0xbf && isBetween(bytes[at + 2], 0xb9, 0xbb))
        ? 3
        : 0
    default:
      return 1
  }
}

/** Marks without a width or for the writing direction: U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F. */
const isMark = (second: number | undefined, third: number | undefined): boolean =>
  second === 0x80
    ? isBetween(third, 0x8b, 0x8f) || isBetween(third, 0xa8, 0xae)
    : second === 0x81 && isBetween(third, 0xa0, 0xaf)

/** The length of a sequence whose kind is at `at`, with one byte before it; null if it does not end. */
function sequenceLength(bytes: Buffer, at: number, kind: number | undefined): number | null {
  if (kind === 0x5b) return csiLength(bytes, at)
  // A string for the terminal, such as a link or a title: ] P X ^ _
  if (kind === undefined || ![0x5d, 0x50, 0x58, 0x5e, 0x5f].includes(kind)) return null
  const most = Math.min(bytes.length, at + LONGEST_CONTROL)
  for (let end = at + 1; end < most; end += 1) {
    const byte = bytes[end]
    if (byte === 7) return end + 2 - at
    if (byte === ESCAPE) return bytes[end + 1] === BACKSLASH ? end + 3 - at : null
    if (byte === 0xc2 && bytes[end + 1] === 0x9c) return end + 3 - at
    // Lines are searched one by one, so no sequence crosses a line end.
    if (byte === 10 || byte === 13) return null
  }
  return null
}

const isIntermediate = (byte: number | undefined): boolean => isBetween(byte, 0x20, 0x2f)

/** No terminal uses & or % here. Such a sequence is incomplete: an escape in it is to be resolved first. */
const isUsedIntermediate = (byte: number | undefined): boolean =>
  isIntermediate(byte) && byte !== AMPERSAND && byte !== PERCENT

function csiLength(bytes: Buffer, at: number, isInside = isUsedIntermediate): number | null {
  const most = at + LONGEST_CONTROL
  let end = at + 1
  while (end < most && isBetween(bytes[end], 0x30, 0x3f)) end += 1
  while (end < most && isInside(bytes[end])) end += 1
  return isBetween(bytes[end], 0x40, 0x7e) ? end + 2 - at : null
}

/** An escape and a character, with others between them; else only the escape. */
function shortLength(bytes: Buffer, at: number): number {
  const csi = bytes[at + 1] === 0x5b ? csiLength(bytes, at + 1, isIntermediate) : null
  if (csi !== null) return csi
  let end = at + 1
  while (end < at + LONGEST_CONTROL && isIntermediate(bytes[end])) end += 1
  return isBetween(bytes[end], 0x30, 0x7e) ? end + 1 - at : 1
}
