/** What neither XML nor a page may hold: control characters, halves of a letter, and two that are no letters. */
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text as part of a page or an XML file, also within quotes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(FORBIDDEN, '\uFFFD').replaceAll(/[&<>"']/g, (letter) => names[letter] ?? '')

/** As `escapeMarkup`; line breaks stay line breaks within quotes too. */
export const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replaceAll(/[\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
