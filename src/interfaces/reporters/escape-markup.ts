/** Characters that are invalid in XML and HTML: control characters, lone surrogates, and two noncharacters. */
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes any text for HTML or XML, also inside attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(FORBIDDEN, '\uFFFD').replaceAll(/[&<>"']/g, (letter) => names[letter] ?? '')

/** Like `escapeMarkup`, but keeps line breaks inside attributes. */
export const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replaceAll(/[\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
