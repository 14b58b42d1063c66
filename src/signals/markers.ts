/** `[MAYDAY_FAILURE:REASON]` on a line of its own, and `FAILURE_REASON: what stopped it`. */
export type Marker =
  | { readonly kind: 'marker'; readonly word: string; readonly text: string }
  | { readonly kind: 'stated-reason'; readonly text: string }

const usualPrefixes: readonly string[] = ['MAYDAY', 'GZA']

/** Names more prefixes, with commas between them: a run keeps what its project's config says. */
export const MARKERS_VARIABLE = 'MAYDAY_MARKERS'

/** Every form of a marker contains this word, so that bytes without it need no further look. */
export const MARKER_NEEDLE = 'FAILURE'

const OWN_LINE = /^\s*\[([A-Z][A-Z0-9_]*)_FAILURE:([A-Z0-9_]+)\]\s*$/
const STATED = /^FAILURE_REASON:\s*(\S.*?)\s*$/

/** The word that instructions use as a placeholder: an echo of the prompt claims nothing. */
const PLACEHOLDER = 'REASON'

/** What a single line of the agent's own words claims, or null. */
export function parseMarker(line: string, morePrefixes: readonly string[] = []): Marker | null {
  const own = OWN_LINE.exec(line)
  const [, prefix, word] = own ?? []
  if (prefix !== undefined && word !== undefined) {
    const known = [...usualPrefixes, ...morePrefixes].includes(prefix) && word !== PLACEHOLDER
    return known ? { kind: 'marker', word, text: line.trim() } : null
  }
  const stated = STATED.exec(line)?.[1]
  return stated === undefined ? null : { kind: 'stated-reason', text: stated }
}
