/** Reads the exit status that one of the last lines states: the echo of a script, the end of a wrapper's log. */
import { readLogLine } from '../signals/agents/generic/log-line.ts'
import { cued } from '../signals/cued.ts'
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'

/** The line is among this many last statements. */
const LAST_STATEMENTS = 3

/** The number is the end of the line: `exit code 1 of 3 retries` states no status. */
const STATUS: RegExp = cued(
  /exit|return|rc|ret\b|status/i,
  /\b(?:exit|return|result)[ _-]?(?:code|status|value)\b(?: (?:was|is|of))?\s{0,3}[:=]?\s{0,3}["']?(-?\d{1,10})["'\])]{0,2}\W{0,4}$|^(?:[\w./-]{1,40}: )?exit (\d{1,3})$|^\W{0,4}(?:rc|ret|exit)\s?[:=]\s?(\d{1,3})\W{0,4}$|\b(?:exited|finished|ended|finishing|exiting|terminated|completed)\b.{0,80} with (?:non-?zero )?(?:exit )?(?:code|status)\s?[:=]?\s?(-?\d{1,10})\W{0,4}$/i,
)

export type StatedStatus = { readonly status: number; readonly signal: Signal }

/** Null if no line states one, or if the output is that of an agent, which talks about the commands that it ran. */
export function statedStatus({ signals, stage }: DiagnoseInput): StatedStatus | null {
  if ((stage ?? signals[0]?.stage) === 'agent_run') return null
  const signal = signals.findLast(
    ({ what, message, detail }) =>
      what === 'statement' &&
      (detail.after ?? 0) < LAST_STATEMENTS &&
      STATUS.test(readLogLine(message).message),
  )
  const isOverruled = signals.some(
    ({ source, at }) => source === 'tool' && (at?.line ?? 0) > (signal?.at?.line ?? 0),
  )
  if (isOverruled) return null
  const found = signal === undefined ? null : STATUS.exec(readLogLine(signal.message).message)
  if (signal === undefined || found === null) return null
  const text = found.slice(1).find((group) => group !== undefined)
  return text === undefined ? null : { status: Number(text), signal }
}
