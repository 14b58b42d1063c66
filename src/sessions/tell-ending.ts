/**
 * Writes what the next session is told about the last one. Text from the session is data: it is fenced, and each piece
 * is on one line.
 */
import { orUnknown } from '../reasons/reason.ts'
import { fenced, inert } from '../memory/prompt-context.ts'
import { localTime } from '../memory/section.ts'
import { countOf } from '../signals/count-of.ts'
import { isFailed, type Ending } from './ending.ts'

/** The agent pays for every character in every request. */
const MOST_CHARS = 1500

/** Older news is not useful. */
const NEWS_MS = 7 * 24 * 60 * 60 * 1000

export const isNews = (ending: Ending, nowMs: number): boolean =>
  isFailed(ending) && nowMs - Date.parse(ending.endedAt) < NEWS_MS

export function tellEnding(ending: Ending): string {
  const fields = fieldsOf(ending)
  // Escapes and long names can take more room than expected: the least important field is left out first.
  for (let count = fields.length; count > 0; count -= 1) {
    const text = textOf(ending, fields.slice(0, count))
    if (text.length <= MOST_CHARS) return text
  }
  return headOf(ending)
}

const textOf = (ending: Ending, fields: readonly string[]): string =>
  [headOf(ending), fenced(fields), 'More: run `mayday why` in this folder.'].join('\n')

function headOf({ status, reason, endedAt, resetAt, title, turns }: Ending): string {
  const how = status === 'cut-off' ? 'was cut off' : `ended with ${orUnknown(reason)}`
  const reset = resetAt === null ? '' : ` The limit resets at ${minute(resetAt)}.`
  return `Mayday: The last session here ${how} at ${minute(endedAt)} (${title}, ${countOf(turns, 'turn')}).${reset}`
}

const SECONDS = ':00'.length

const minute = (instant: string): string => localTime(instant).slice(0, -SECONDS)

const fieldsOf = ({ asked, said, lastWords, files, tried }: Ending): readonly string[] =>
  [
    ['It was doing', asked],
    ['The line that proves it', said],
    ['It tried', tried.join('; ')],
    ['Its last words', lastWords === said ? '' : lastWords],
    ['Files it touched', files.join(', ')],
  ].flatMap(([label = '', text = '']) => (text === '' ? [] : [`${label}: ${inert(text)}`]))
