/** How sessions and turns are named on a screen. */
import { orUnknown } from '../../../reasons/reason.ts'
import { homedir } from 'node:os'
import { SHORT_ID_CHARS } from '../../../sessions/short-id.ts'
import type { Before, SessionRow } from '../../../sessions/session-schema.ts'
import { oneLine } from '../screen/columns.ts'
import type { Style } from '../screen/style.ts'

/** An id as it is shown. */
export const shortId = (id: string): string =>
  oneLine(id.length <= SHORT_ID_CHARS + 4 ? id : id.slice(-SHORT_ID_CHARS))

const SIGNS: Readonly<Record<SessionRow['status'], string>> = {
  succeeded: '✓ ok',
  failed: '✗',
  interrupted: '○ interrupted',
  'cut-off': '✗ cut off',
  undetermined: '? undetermined',
  live: '● live',
  unreadable: '! not readable',
}

type Outcome = Pick<SessionRow, 'status' | 'reason'>

export function outcomeWords({ status, reason }: Outcome): string {
  if (status === 'failed') return `${SIGNS.failed} ${orUnknown(reason)}`
  if (status === 'live' && reason !== null) return `${SIGNS.live} (${reason})`
  return SIGNS[status]
}

export function paintStatus({ status }: Pick<SessionRow, 'status'>, style: Style, text: string): string {
  if (status === 'succeeded') return style.green(text)
  if (status === 'live') return style.cyan(text)
  return status === 'failed' || status === 'cut-off' ? style.red(text) : style.yellow(text)
}

/** `2 USAGE_LIMIT, 1 interrupted`; empty if nothing went wrong before the last turn. */
export const beforeWords = ({ failed, interrupted, cutOff }: Before): string =>
  [
    ...Object.entries(failed).map(([reason, count]) => `${count} ${reason}`),
    ...(interrupted === 0 ? [] : [`${interrupted} interrupted`]),
    ...(cutOff === 0 ? [] : [`${cutOff} cut off`]),
  ].join(', ')

/** Replaces the home folder of the user by `~`. */
export function folderWords(folder: string): string {
  const home = homedir()
  return oneLine(folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder)
}
