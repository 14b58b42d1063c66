export const EXCERPT_CHARS = 240
/** How far around an excerpt is looked for a secret that reaches into it. */
export const SECRET_CHARS = 500

/** Where a needle stands in an item, with as much around it as an excerpt and its redaction need. */
export type Spot = {
  readonly line: number
  readonly byteOffset: number
  readonly around: string
  readonly from: number
}

/** JSON inside which a value is looked for, not a line that is shown from its start. */
export const isRecord = (raw: string): boolean => raw.startsWith('{') || raw.startsWith('[')

/** A slice keeps the whole string alive that it was cut from: a record may have megabytes. */
export const detach = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

export const clip = (text: string, most: number): string =>
  text.length <= most ? text : detach(text.slice(0, most))

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
  if (!inRecord || /^["{[]/.test(excerpt)) return excerpt.trimEnd()
  const said = message.trim().split('\n', 1)[0] ?? ''
  if (said !== '' && excerpt.startsWith(said)) return said
  const end = /(?<!\\)(?:\\\\)*"/.exec(excerpt)
  return (end === null ? excerpt : excerpt.slice(0, end.index + end[0].length - 1)).trimEnd()
}
