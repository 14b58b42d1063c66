export const EXCERPT_CHARS = 240
/** How far around an excerpt to look for a secret that overlaps it. */
export const SECRET_CHARS = 500

/** The place of a needle in an item, with as much text around it as an excerpt and its redaction need. */
export type Spot = {
  readonly line: number
  readonly byteOffset: number
  readonly around: string
  readonly from: number
}

/** Is this JSON, in which a value is searched? Any other line is shown from its start. */
export const isRecord = (raw: string): boolean => raw.startsWith('{') || raw.startsWith('[')

/** A slice keeps the whole original string in memory, and a record may have megabytes. */
export const detach = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

export const clip = (text: string, most: number): string =>
  text.length <= most ? text : detach(text.slice(0, most))

/**
 * Makes the excerpt from redacted text. It is one line. In a JSON record it is only the value: the message if the
 * record contains it literally, else the text up to the next quotation mark.
 */
export function excerptOf(
  safe: string,
  from: number,
  { inRecord, message }: { inRecord: boolean; message: string },
): string {
  const excerpt = safe.slice(from, from + EXCERPT_CHARS).split('\n', 1)[0] ?? ''
  if (!inRecord || /^["{[]/.test(excerpt)) return excerpt.trimEnd()
  const said = message.trim().split('\n', 1)[0] ?? ''
  if (said !== '' && excerpt.startsWith(said)) return said
  const end = /(?<!\\)(?:\\\\)*"/.exec(excerpt)
  return (end === null ? excerpt : excerpt.slice(0, end.index + end[0].length - 1)).trimEnd()
}
