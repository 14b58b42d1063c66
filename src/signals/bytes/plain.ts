import { redact } from '../../secrets/secrets.ts'

/**
 * Escape sequences of terminals: CSI, OSC, strings, and the short ones. A sequence that was cut off is taken as
 * far as it goes. Bounded, because V8 gives up on a run of millions.
 */
// oxlint-disable-next-line no-control-regex
const ESCAPES =
  /\u001B(?:\[[0-?]{0,100}[ -/]{0,10}[@-~]?|\][^\u0007\u001B]{0,4000}(?:\u0007|\u001B\\)?|[PX^_][^\u001B]{0,4000}\u001B\\|[ -/]{0,4}[0-~])/g
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g

/** What stands between two words and is not seen. Bounded, as above; each run is looked at once. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001B\[[0-?]{0,100}[ -/]{0,10}[@-~]|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u007F\uFEFF]){1,1000}/g

const isWordAt = (text: string, at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at))

/** Whether two words are without a space between them once the colour between them is gone. */
function isGlued(text: string): boolean {
  for (const { index, 0: run } of text.matchAll(UNSEEN))
    if (isWordAt(text, index - 1) && isWordAt(text, index + run.length)) return true
  return false
}

/** Most lines have none of these, and are as a person sees them already. */
// oxlint-disable-next-line no-control-regex
const UNSEEN_SIGN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/

/** Text as a person sees it: no escapes, no control characters. A key is masked while its beginning can be told. */
export const plain = (text: string): string =>
  withoutCarets(UNSEEN_SIGN.test(text) ? withoutEscapes(isGlued(text) ? redact(text) : text) : text)

/** Colours as `cat -v` and some viewers of logs spell them out. */
const CARETS = /\^\[\[[\d;]{0,20}m/g
const withoutCarets = (text: string): string => (text.includes('^[[') ? text.replace(CARETS, '') : text)

/** The same without the mask, for text of which nothing is shown or kept. */
export const unescaped = (text: string): string => (UNSEEN_SIGN.test(text) ? withoutEscapes(text) : text)

const withoutEscapes = (text: string): string => {
  const bare = text.includes('\u001B') ? text.replace(ESCAPES, '') : text
  return UNSEEN_SIGN.test(bare) ? bare.replace(CONTROLS, '') : bare
}

/** A progress bar overwrites itself with carriage returns: the last states of such a line, each as a line. */
export function overwrites(text: string): readonly string[] {
  const trimmed = text.endsWith('\r') ? text.slice(0, -1) : text
  if (!trimmed.includes('\r')) return [trimmed]
  return trimmed
    .split('\r')
    .filter((part) => part.trim() !== '')
    .slice(-50)
}
