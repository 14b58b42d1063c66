/**
 * Text from logs as one inert line of markdown, and back.
 *
 * F1 `readField(writeField(text))` is the text. F2 What is written has no line break, no tag or comment of HTML, no code
 * span, no link and no bold label in it, and begins after a label of ours: it can become nothing but text.
 */

/** Control characters, line and paragraph separators, marks that turn the direction of writing, halves of characters. */
const UNSHOWN =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\uDB40[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Signs that would begin something in markdown, and a stroke that would read as a line break of ours. */
const MEANT = /\\|<|`|\*(?=\*)|(?<=\*)\*|\](?=[([])|(?<=^|\s)\/(?=\s|$)/g

const EMPTY = 'none'
/** The very word as a text of its own. */
const WORD_NONE = String.raw`\u{6e}one`

const byNumber = (text: string): string =>
  text.replace(/[^]/gu, (sign) => String.raw`\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

export function writeField(text: string): string {
  if (text === '') return EMPTY
  if (text === EMPTY) return WORD_NONE
  return (
    text
      .replace(MEANT, String.raw`\$&`)
      // Editors and git hooks take blanks from the ends of lines.
      .replace(/^[ \n]+|(?<![ \n])[ \n]+$/g, byNumber)
      .replace(UNSHOWN, byNumber)
      .replaceAll('\n', ' / ')
  )
}

/** Backslash and a sign, a character by its number, or a line break. What was not written by us stays as it is. */
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

/** Names of files, joined by a comma and a blank. */
export const writeList = (names: readonly string[]): string => {
  const written = names
    .filter((name) => name !== '')
    .map((name) => (name === NO_FILES ? WORD_UNKNOWN : writeField(name).replaceAll(',', String.raw`\,`)))
  return written.length === 0 ? EMPTY : written.join(', ')
}

/** What other programs write where they know no files. */
const NO_FILES = 'unknown'
/** The very word as the name of a file. */
const WORD_UNKNOWN = String.raw`\u{75}nknown`

/** Other programs put no blank behind the comma. */
export function readList(written: string): readonly string[] {
  if ([EMPTY, NO_FILES, ''].includes(written.trim())) return []
  const names = ['']
  for (const [part] of written.matchAll(/\\.|, ?|[^\\,]+|\\/gsu)) {
    if (part.startsWith(',')) names.push('')
    else names[names.length - 1] += part
  }
  return names.map(readField).filter((name) => name !== '')
}
