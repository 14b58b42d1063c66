/**
 * Converts text from logs to one inert line of markdown, and back.
 *
 * - F1 `readField(writeField(text))` is the text.
 * - F2 The written line contains no line break, no HTML tag or comment, no code span, no link and no bold label, and it
 *   follows a label of Mayday. It can only be rendered as text.
 */

/** Control characters, line and paragraph separators, bidirectional marks, unpaired surrogates. */
const UNSHOWN =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\uDB40[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Characters with a meaning in markdown, and a slash that would be read as an encoded line break. */
const MEANT = /\\|<|`|\*(?=\*)|(?<=\*)\*|\](?=[([])|(?<=^|\s)\/(?=\s|$)/g

const EMPTY = 'none'
/** The literal text `none`. */
const WORD_NONE = String.raw`\u{6e}one`

const byNumber = (text: string): string =>
  text.replace(/[^]/gu, (sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

export function writeField(text: string): string {
  if (text === '') return EMPTY
  if (text === EMPTY) return WORD_NONE
  return (
    text
      .replace(MEANT, String.raw`\$&`)
      // Editors and git hooks remove blanks at the ends of lines.
      .replace(/^[ \n]+|(?<![ \n])[ \n]+$/g, byNumber)
      .replace(UNSHOWN, byNumber)
      .replaceAll('\n', ' / ')
  )
}

/** A backslash and a character, a character by its number, or a line break. Other text stays as it is. */
const WRITTEN = /\\u\{([0-9a-f]{1,6})\}|\\([!-/:-@[-`{-~])| \/ /g

const unescape = (text: string): string =>
  text.replace(WRITTEN, (whole, code: string | undefined, sign: string | undefined) => {
    if (code !== undefined) return characterOf(code, whole)
    return sign ?? '\n'
  })

function characterOf(code: string, whole: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0x10ffff ? whole : String.fromCodePoint(point)
}

export const readField = (written: string): string => (written === EMPTY ? '' : unescape(written))

/** File names, joined by a comma and a blank. */
export const writeList = (names: readonly string[]): string => {
  const written = names
    .filter((name) => name !== '')
    .map((name) => (name === NO_FILES ? WORD_UNKNOWN : writeField(name).replaceAll(',', String.raw`\,`)))
  return written.length === 0 ? EMPTY : written.join(', ')
}

/** What other programs write if they know no files. */
const NO_FILES = 'unknown'
/** The literal file name `unknown`. */
const WORD_UNKNOWN = String.raw`\u{75}nknown`

/** Other programs write no blank after the comma. */
export function readList(written: string): readonly string[] {
  if ([EMPTY, NO_FILES, ''].includes(written.trim())) return []
  const names = ['']
  for (const [part] of written.matchAll(/\\.|, ?|[^\\,]+|\\/gsu)) {
    if (part.startsWith(',')) names.push('')
    else names[names.length - 1] += part
  }
  return names.map(readField).filter((name) => name !== '')
}
