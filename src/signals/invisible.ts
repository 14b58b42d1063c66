/**
 * Invisible characters that change the displayed text: bidirectional marks, zero-width characters, line separators,
 * tags. A joiner between two emoji combines them, and stays.
 */
const FORMATTING =
  '[\\u00AD\\u061C\\u180E\\u200B\\u200C\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E0FFF}]|\\u200D(?!\\p{Extended_Pictographic})'

const FORMATTING_RUN = new RegExp(`(?:${FORMATTING}|[\\u0000-\\u001F\\u007F-\\u009F])+`, 'gu')

/**
 * Every control character that a terminal would execute, or that hides text. Line breaks, tabs and colours are
 * allowed.
 */
const UNSAFE = `${FORMATTING}|[\\u0000-\\u0008\\u000B-\\u001A\\u001C-\\u001F\\u007F-\\u009F]|\\u001B(?!\\[[\\d;:]*m)`
const ALL_UNSAFE = new RegExp(UNSAFE, 'gu')
const ANY_UNSAFE = new RegExp(UNSAFE, 'u')

/** Makes one line of a text: invisible and control characters, and line breaks, become single spaces. */
export const withoutInvisible = (text: string): string => text.replaceAll(FORMATTING_RUN, ' ')

/**
 * Makes hidden characters visible: each invisible character becomes its number (`\u202e`). In JSON this is the same
 * text. Line breaks, tabs and colours stay.
 */
export const visible = (text: string): string =>
  ANY_UNSAFE.test(text) ? text.replaceAll(ALL_UNSAFE, byNumber) : text

/**
 * Every character that a person may not see, or may mistake for another: control, format, private and unassigned
 * characters, characters that a font may leave out (Hangul fillers, variation selectors), and every space except
 * U+0020. U+2800 is a Braille pattern without dots. Combining marks could strike out the letter before them.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{M}\u2800]|(?! )\p{Zs}/gu

/** More spaces in a row could push the text after them out of sight. */
const BLANKS = / {9,}/g

/**
 * Text on which a person decides: each character that may be invisible is escaped, including line breaks and colours.
 */
export const spelledOut = (text: string): string =>
  text
    .replaceAll(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll(BLANKS, (blanks) => `\\u{20}×${blanks.length}`)

const byNumber = (sign: string): string =>
  sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
