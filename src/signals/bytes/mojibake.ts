/**
 * Text in UTF-8 that a console read in an old code page and saved again: `Γ£ô` or `âœ“` for `✓`. PowerShell does this
 * to the output of every program that it redirects. Marks and quotes get back their sign, because the readers of tools
 * look for them. Letters stay as they are: the words around them can be read anyway.
 */

/** The signs of the code pages for the bytes from 0x80 on. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Three bytes of UTF-8 that begin with 0xE2, as each code page shows them. All marks, arrows and quotes are there. */
const IN_CP437 = /Γ([^\0-\x7F])([^\0-\x7F])/g
const IN_CP1252 = /â([^\0-\x7F])([^\0-\x7F])/g

const FIRST_BYTE = 0xe2
const LOWEST = 0x80
const HIGHEST = 0xbf

const byteInCp437 = (sign: string): number => CP437.indexOf(sign) + LOWEST
const byteInCp1252 = (sign: string): number => {
  const at = CP1252.indexOf(sign)
  return at < 0 ? (sign.codePointAt(0) ?? 0) : at + LOWEST
}

const isContinuation = (byte: number): boolean => byte >= LOWEST && byte <= HIGHEST

/** Returns the sign of the three bytes, or the text as it was if they are none. */
function decoded(shown: string, second: number, third: number): string {
  if (!isContinuation(second) || !isContinuation(third)) return shown
  return String.fromCodePoint(((FIRST_BYTE & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f))
}

/** The text with its marks as the program printed them. */
export const withoutMojibake = (text: string): string =>
  text
    .replace(IN_CP437, (shown, second: string, third: string) =>
      decoded(shown, byteInCp437(second), byteInCp437(third)),
    )
    .replace(IN_CP1252, (shown, second: string, third: string) =>
      decoded(shown, byteInCp1252(second), byteInCp1252(third)),
    )
