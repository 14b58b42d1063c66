/** Log records: JSON that a logger writes (pino, slog, zap, structlog, winston). It is read like a line of text. */
import { isObject, type JsonObject } from '../../bytes/records.ts'
import { text } from '../../json.ts'
import { shapeOf } from './shape.ts'

const LEVEL_KEYS: ReadonlySet<string> = new Set(['level', 'severity', 'levelname', 'log_level'])
const MESSAGE_KEYS = ['msg', 'message', 'event'] as const

const isLevel = (value: unknown): boolean =>
  (typeof value === 'number' && value >= 10 && value <= 60) ||
  (typeof value === 'string' &&
    /^(?:trace|debug|info|notice|warn(?:ing)?|error|err|critical|fatal|panic)$/i.test(value))

/** The message of a log record. Null if it is not a log record. */
export function loggedMessage(record: JsonObject): string | null {
  const { labels } = shapeOf(record)
  if (!labels.some((key) => LEVEL_KEYS.has(key) && isLevel(record[key]))) return null
  // Rust's tracing keeps the message in a field of its own.
  const { fields } = record
  const said = isObject(fields) ? { ...fields, ...record } : record
  const message = MESSAGE_KEYS.map((key) => text(said[key])).find((words) => words !== '')
  return message ?? null
}
