import { redact } from '../../secrets/secrets.ts'
import { withoutMojibake } from './mojibake.ts'

/**
 * Escape sequences of terminals: CSI, OSC, strings, and the short ones. An incomplete sequence is removed as far as
 * it goes. The lengths are bounded, because V8 fails on a run of millions.
 */
// oxlint-disable-next-line no-control-regex
const ESCAPES =
  /\u001B(?:\[[0-?]{0,100}[ -/]{0,10}[@-~]?|\][^\u0007\u001B]{0,4000}(?:\u0007|\u001B\\)?|[PX^_][^\u001B]{0,4000}\u001B\\|[ -/]{0,4}[0-~])/g
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g

/** Invisible sequences between two words. The length is bounded as above, and each run is visited once. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001B\[[0-?]{0,100}[ -/]{0,10}[@-~]|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u007F\uFEFF]){1,1000}/g

const isWordAt = (text: string, at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at))

/** Would removing the colour between two words join them without a space? */
function isGlued(text: string): boolean {
  for (const { index, 0: run } of text.matchAll(UNSEEN))
    if (isWordAt(text, index - 1) && isWordAt(text, index + run.length)) return true
  return false
}

/** Most lines contain none of these and need no change. */
// oxlint-disable-next-line no-control-regex
const UNSEEN_SIGN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/
/** The character that an old code page shows for the first byte of a mark, and two more. */
const MOJIBAKE = /[ΓÔâ][^\0-\u007F]{2}/

/** A character that one of the two expressions above needs. */
// oxlint-disable-next-line no-control-regex
const ODD = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFFΓÔâ]/

/** Text as displayed: no escapes, no control characters. A key is masked while its beginning can be recognised. */
export function plain(text: string): string {
  if (!ODD.test(text)) return withoutCarets(text)
  return asPrinted(
    withoutCarets(UNSEEN_SIGN.test(text) ? withoutEscapes(isGlued(text) ? redact(text) : text) : text),
  )
}

const asPrinted = (text: string): string => (MOJIBAKE.test(text) ? withoutMojibake(text) : text)

/** Colours as `cat -v` and some log viewers print them. */
const CARETS = /\^\[\[[\d;]{0,20}m/g
const withoutCarets = (text: string): string => (text.includes('^[[') ? text.replace(CARETS, '') : text)

/** Like `plain`, but without masking, for text that is neither displayed nor kept. */
export const unescaped = (text: string): string => (UNSEEN_SIGN.test(text) ? withoutEscapes(text) : text)

const withoutEscapes = (text: string): string => {
  const bare = text.includes('\u001B') ? text.replace(ESCAPES, '') : text
  return UNSEEN_SIGN.test(bare) ? bare.replace(CONTROLS, '') : bare
}

/** A progress bar overwrites itself with carriage returns. Returns the last states of such a line, each as a line. */
export function overwrites(text: string): readonly string[] {
  const trimmed = text.endsWith('\r') ? text.slice(0, -1) : text
  if (!trimmed.includes('\r')) return [trimmed]
  return trimmed
    .split('\r')
    .filter((part) => part.trim() !== '')
    .slice(-50)
}
