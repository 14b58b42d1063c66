/**
 * Characters that nobody sees and that change what is seen: marks that turn the direction of writing, zero-width
 * characters, line separators, tags. A joiner between two emoji makes one of them, and stays.
 */
const FORMATTING =
  '[\\u00AD\\u061C\\u180E\\u200B\\u200C\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E0FFF}]|\\u200D(?!\\p{Extended_Pictographic})'

const FORMATTING_RUN = new RegExp(`(?:${FORMATTING}|[\\u0000-\\u001F\\u007F-\\u009F])+`, 'gu')

/** Not a line break, a tab, or a colour: everything else that a terminal would obey, or that hides something. */
const UNSAFE = `${FORMATTING}|[\\u0000-\\u0008\\u000B-\\u001A\\u001C-\\u001F\\u007F-\\u009F]|\\u001B(?!\\[[\\d;:]*m)`
const ALL_UNSAFE = new RegExp(UNSAFE, 'gu')
const ANY_UNSAFE = new RegExp(UNSAFE, 'u')

/** One line: invisible and control characters, line breaks too, become single blanks. */
export const withoutInvisible = (text: string): string => text.replaceAll(FORMATTING_RUN, ' ')

/**
 * Text in which nothing is hidden: invisible characters are shown by their numbers (`\u202e`). In JSON that is the same
 * text. Line breaks, tabs and colours stay.
 */
export const visible = (text: string): string =>
  ANY_UNSAFE.test(text) ? text.replaceAll(ALL_UNSAFE, byNumber) : text

/**
 * All that a person may not see, or see as something else: control, format, private and unassigned characters, what a
 * font may leave out (fillers of Hangul, variation selectors), and every blank but the usual one. U+2800 is a Braille
 * pattern without dots. Marks that are drawn over the letter before them could strike it out.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{M}\u2800]|(?! )\p{Zs}/gu

/** More blanks in a row than this could push what follows out of sight. */
const BLANKS = / {9,}/g

/** Text for a decision: each character that may not be seen is written out, line breaks and colours too. */
export const spelledOut = (text: string): string =>
  text
    .replaceAll(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll(BLANKS, (blanks) => `\\u{20}×${blanks.length}`)

const byNumber = (sign: string): string =>
  sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
