import type { Item } from './notes.ts'

export const EXCERPT_CHARS = 240
/** How far around an excerpt is looked for a secret that reaches into it. */
const SECRET_CHARS = 500

/** Where a needle stands in an item, with as much around it as an excerpt and its redaction need. */
export type Spot = {
  readonly line: number
  readonly byteOffset: number
  readonly around: string
  readonly from: number
}

/** JSON inside which a value is looked for, not a line that is shown from its start. */
export const isRecord = (raw: string): boolean => raw.startsWith('{') || raw.startsWith('[')

/** `unit` is how many bytes a code unit takes in the file; 1 is UTF-8. */
export function findSpot({ raw, offset, line }: Item, needle: string, unit: 1 | 2): Spot {
  const found = locate(raw, needle)
  const lead = raw.slice(0, found)
  const start = Math.max(0, found - SECRET_CHARS)
  return {
    line: line + (lead.includes('\n') ? lead.split('\n').length - 1 : 0),
    byteOffset: offset + (unit === 2 ? 2 * lead.length : Buffer.byteLength(lead)),
    around: detach(raw.slice(start, found + EXCERPT_CHARS + SECRET_CHARS)),
    from: found - start,
  }
}

/** A slice keeps the whole string alive that it was cut from: a record may have megabytes. */
export const detach = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/**
 * The excerpt itself, of text that is already redacted: one line, and inside a JSON record only the value: the
 * message where it stands there as it is, else up to the next quotation mark.
 */
export function excerptOf(
  safe: string,
  from: number,
  { inRecord, message }: { inRecord: boolean; message: string },
): string {
  const excerpt = safe.slice(from, from + EXCERPT_CHARS).split('\n', 1)[0] ?? ''
  if (!inRecord || excerpt.startsWith('"')) return excerpt.trimEnd()
  const said = message.trim().split('\n', 1)[0] ?? ''
  if (said !== '' && excerpt.startsWith(said)) return said
  const end = /(?<!\\)(?:\\\\)*"/.exec(excerpt)
  return (end === null ? excerpt : excerpt.slice(0, end.index + end[0].length - 1)).trimEnd()
}

/** Where in the raw text the needle stands: as it is, or as JSON writes it. A line of text is shown from its start. */
function locate(raw: string, needle: string): number {
  const first = needle.trim().split('\n', 1)[0]?.slice(0, 60) ?? ''
  if (first === '' || (!isRecord(raw) && raw.length <= EXCERPT_CHARS)) return 0
  const direct = raw.lastIndexOf(first)
  if (direct >= 0) return direct
  return Math.max(0, raw.lastIndexOf(JSON.stringify(first).slice(1, -1)))
}
