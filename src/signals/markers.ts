/** `[MAYDAY_FAILURE:REASON]` on its own line, and `FAILURE_REASON: what stopped it`. */
export type Marker =
  | { readonly kind: 'marker'; readonly word: string; readonly text: string }
  | { readonly kind: 'stated-reason'; readonly text: string }

const builtInPrefixes: readonly string[] = ['MAYDAY', 'GZA']

/** Names more prefixes, separated by commas. Mayday sets it for a run from the project's configuration. */
export const MARKERS_VARIABLE = 'MAYDAY_MARKERS'

/** Every marker contains this word. Bytes without it contain no marker. */
export const MARKER_NEEDLE = 'FAILURE'

const OWN_LINE = /^\[([A-Z][A-Z0-9_]*)_FAILURE:([A-Z0-9_]+)\]\s*$/
const STATED = 'FAILURE_REASON:'

/** Lines that are indented deeper are code. */
const CODE = /^(?: {4}| {0,3}\t)/

/** The placeholder in the instructions to the agent. An echo of the prompt is not a marker. */
const PLACEHOLDER = 'REASON'

/** Markdown signs around a whole line: agents write a marker as code or in bold. */
const SIGNS = ['`', '**', '__', '*', '_'] as const

/** Bold code in italics has three. Real text has no more. */
const MOST_SIGNS = 3

/** The line without the signs around it. */
function unwrap(line: string): string {
  let bare = line
  for (let depth = 0; depth < MOST_SIGNS; depth += 1) {
    const sign = SIGNS.find((one) => bare.startsWith(one))
    if (sign === undefined || bare.length < 2 * sign.length || !bare.endsWith(sign)) return bare
    bare = bare.slice(sign.length, -sign.length)
  }
  return bare
}

/** Also accepts `**FAILURE_REASON:** text` and `` `FAILURE_REASON:` text ``. */
function statedIn(line: string): string {
  const bare = unwrap(line.trimEnd())
  const sign = SIGNS.find((one) => bare.startsWith(`${one}${STATED}${one}`)) ?? ''
  const label = `${sign}${STATED}${sign}`
  return bare.startsWith(label) ? bare.slice(label.length).trim() : ''
}

/** The marker in one line of the agent's own words, or null. */
export function parseMarker(line: string, morePrefixes: readonly string[] = []): Marker | null {
  const own = CODE.test(line) ? null : OWN_LINE.exec(unwrap(line.trim()))
  const [, prefix, word] = own ?? []
  if (prefix !== undefined && word !== undefined) {
    const known = [...builtInPrefixes, ...morePrefixes].includes(prefix) && word !== PLACEHOLDER
    return known ? { kind: 'marker', word, text: line.trim() } : null
  }
  // This uses no regular expression: one that skips white space at both ends takes quadratic time on a line of
  // spaces.
  const stated = statedIn(line)
  return stated === '' ? null : { kind: 'stated-reason', text: stated }
}
