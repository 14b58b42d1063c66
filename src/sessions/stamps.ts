import type { SessionFormat } from '../agents/session-place.ts'

const NEWLINE = 10
const QUOTE = 0x22

/** Times are written as ISO text, as milliseconds or as seconds since 1970. */
const STAMP_BYTES = 40

/** Below this a number counts seconds: in milliseconds it would be a day in 1973. */
const SECONDS_BELOW = 100_000_000_000

/** The last time that is in these bytes, in milliseconds; null if there is none. */
export function lastStampIn(
  bytes: Buffer,
  { stamp = 'timestamp', untimed = [] }: SessionFormat,
): number | null {
  const key = Buffer.from(`"${stamp}":`)
  for (let at = bytes.lastIndexOf(key); at >= 0;) {
    const line = bytes.lastIndexOf(NEWLINE, at) + 1
    const ms = isUntimed(bytes, line, untimed) ? null : stampAt(bytes, at + key.length)
    if (ms !== null) return ms
    if (line === 0) return null
    at = bytes.lastIndexOf(key, line - 1)
  }
  return null
}

const isUntimed = (bytes: Buffer, line: number, untimed: readonly string[]): boolean =>
  untimed.some((start) => bytes.toString('latin1', line, line + start.length) === start)

function stampAt(bytes: Buffer, at: number): number | null {
  const isText = bytes[at] === QUOTE
  const from = isText ? at + 1 : at
  const word = /^[\w:.+-]+/.exec(bytes.toString('latin1', from, from + STAMP_BYTES))?.[0] ?? ''
  const value = isText ? Date.parse(word) : Number(word)
  const ms = isText || value >= SECONDS_BELOW ? value : value * 1000
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
