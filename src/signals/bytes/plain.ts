/** Escape sequences of terminals: CSI, OSC, single shifts, and what is left of an escape. */
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[PX^_][^\u001B]*\u001B\\|[@-Z\\-_]|[()][A-Z0-9])/g
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g

/** Text as a person sees it: no escapes, no control characters. */
export const plain = (text: string): string => {
  const bare = text.includes('\u001B') ? text.replace(ESCAPES, '') : text
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/.test(bare) ? bare.replace(CONTROLS, '') : bare
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
