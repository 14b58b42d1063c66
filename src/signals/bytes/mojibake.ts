/**
 * Text in UTF-8 that a console read in an old code page and saved again: `Γ£ô`, `Ô£ô` or `âœ“` for `✓`. PowerShell
 * does this to the output of every program that it redirects. Marks, arrows and quotes are restored, because tool
 * readers match them. Letters stay as they are: the words around them can be read anyway.
 */

/** The characters of a code page for the bytes from 0x80 on. The first byte of every mark, arrow and quote is 0xE2. */
const CP437 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐'
const CP850 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐'
const CP1252 =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿'

/**
 * The code page by its character for the first byte. It has the characters of the bytes that may follow, 0x80 to 0xBF.
 */
const PAGES: Readonly<Record<string, string>> = { Γ: CP437, Ô: CP850, â: CP1252 }

const SHOWN = /([ΓÔâ])([^\0-\x7F])([^\0-\x7F])/g

/** The first byte has these bits of the character, and each other byte has six. */
const HIGH_BITS = 0x2 << 12

/** The text with its marks as the program printed them. */
export const withoutMojibake = (text: string): string =>
  text.replace(SHOWN, (shown, first: string, second: string, third: string) => {
    const page = PAGES[first] ?? ''
    const [middle, low] = [page.indexOf(second), page.indexOf(third)]
    return middle < 0 || low < 0 ? shown : String.fromCodePoint(HIGH_BITS | (middle << 6) | low)
  })
