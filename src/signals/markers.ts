/** `[MAYDAY_FAILURE:REASON]` on a line of its own, and `FAILURE_REASON: what stopped it`. */
export type Marker =
  | { readonly kind: 'marker'; readonly word: string; readonly text: string }
  | { readonly kind: 'stated-reason'; readonly text: string }

const builtInPrefixes: readonly string[] = ['MAYDAY', 'GZA']

/** Names more prefixes, with commas between them: a run keeps what its project's config says. */
export const MARKERS_VARIABLE = 'MAYDAY_MARKERS'

/** Every form of a marker contains this word, so that bytes without it need no further look. */
export const MARKER_NEEDLE = 'FAILURE'

const OWN_LINE = /^\[([A-Z][A-Z0-9_]*)_FAILURE:([A-Z0-9_]+)\]\s*$/
const STATED = 'FAILURE_REASON:'

/** Deeper indented lines are code. */
const CODE = /^(?: {4}| {0,3}\t)/

/** The word that instructions use as a placeholder: an echo of the prompt claims nothing. */
const PLACEHOLDER = 'REASON'

/** Signs of markdown around a whole line: agents set a marker as code or in bold. */
const SIGNS = ['`', '**', '__', '*', '_'] as const

/** Bold code in italics is as much as anybody writes. */
const MOST_SIGNS = 3

/** The line without the signs around all of it. */
function unwrap(line: string): string {
  let bare = line
  for (let depth = 0; depth < MOST_SIGNS; depth += 1) {
    const sign = SIGNS.find((one) => bare.startsWith(one))
    if (sign === undefined || bare.length < 2 * sign.length || !bare.endsWith(sign)) return bare
    bare = bare.slice(sign.length, -sign.length)
  }
  return bare
}

/** `**FAILURE_REASON:** text` and `` `FAILURE_REASON:` text `` too. */
function statedIn(line: string): string {
  const bare = unwrap(line.trimEnd())
  const sign = SIGNS.find((one) => bare.startsWith(`${one}${STATED}${one}`)) ?? ''
  const label = `${sign}${STATED}${sign}`
  return bare.startsWith(label) ? bare.slice(label.length).trim() : ''
}

/** What a single line of the agent's own words claims, or null. */
export function parseMarker(line: string, morePrefixes: readonly string[] = []): Marker | null {
  const own = CODE.test(line) ? null : OWN_LINE.exec(unwrap(line.trim()))
  const [, prefix, word] = own ?? []
  if (prefix !== undefined && word !== undefined) {
    const known = [...builtInPrefixes, ...morePrefixes].includes(prefix) && word !== PLACEHOLDER
    return known ? { kind: 'marker', word, text: line.trim() } : null
  }
  // No expression: one that skips the white space at both ends takes quadratic time on a line full of it.
  const stated = statedIn(line)
  return stated === '' ? null : { kind: 'stated-reason', text: stated }
}
