/** The record of one process, as loops and harnesses store it: its command, its exit status, and what it printed. */
import { isObject, type JsonObject } from '../../bytes/records.ts'
import { number, text } from '../../json.ts'

const STATUS_KEYS = [
  'returncode',
  'return_code',
  'exit_code',
  'exitCode',
  'exit_status',
  'exitStatus',
] as const
const COMMAND_KEYS = ['argv', 'args', 'command', 'cmd', 'commandLine', 'command_line'] as const
const STREAM = /^(?:std(?:out|err)|(?:error_?)?output)(?:_?(?:tail|text|excerpt))?$/i

/** Only the last lines of a stream say how the process ended. */
const LAST_LINES = 12

type ProcessRecord = {
  readonly status: number
  /** The name of the field with the status. */
  readonly key: string
  /** The last lines of its streams. */
  readonly lines: readonly string[]
}

/** Null if the record is not that of a process, or the process ended well. */
export function processIn(record: JsonObject): ProcessRecord | null {
  const key = STATUS_KEYS.find((one) => number(record[one]) !== undefined)
  if (key === undefined || !COMMAND_KEYS.some((one) => one in record)) return null
  const status = number(record[key]) ?? 0
  const parts = [record, ...Object.values(record).filter(isObject)]
  const lines = parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (STREAM.test(name) ? lastLines(text(value)) : [])),
  )
  return status === 0 || lines.length === 0 ? null : { status, key, lines }
}

const lastLines = (stream: string): readonly string[] =>
  stream
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LAST_LINES)
