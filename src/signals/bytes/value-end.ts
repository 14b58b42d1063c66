/** A cheap check of how a line ends: most lines of code that begin with a brace do not end with one. */
const CLOSING_BRACE = 0x7d
const CLOSING_BRACKET = 0x5d

export const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)

/** Works on bytes, so that the line need not be decoded. A byte outside ASCII may be white space. */
export function endsLikeValue(bytes: Buffer): boolean {
  let at = bytes.length - 1
  while (at >= 0 && isSpace(bytes[at])) at -= 1
  const last = bytes[at]
  return last === CLOSING_BRACE || last === CLOSING_BRACKET || (last !== undefined && last > 127)
}

export function endsValue(raw: string): boolean {
  const end = raw.at(raw.endsWith('\n') ? -2 : -1)
  return end === '}' || end === ']' || /[}\]]/.test(raw.trimEnd().at(-1) ?? '')
}
