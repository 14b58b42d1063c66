/** A line without what a logger, a box or a list puts before it. */
export type LogLine = {
  readonly message: string
  /** Something before the message says that a program wrote this line, not a person or a model. */
  readonly logged: boolean
}

/** What loggers write first: times, levels, logger names, places in the code. */
const LOG_PREFIXES: readonly RegExp[] = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?\s*/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?\s+/,
  /^\[(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|SUCCESS|LOOP)\]\s*/i,
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|SUCCESS)(?::[\w.-]{1,80}:\s?|:\s+|\s*\|\s*|\s{2,}|\s+-\s+|\s+(?=\[))/,
  /^[\w.<>-]{1,80}:[\w<>-]{1,60}:\d+ - /,
  /^[\w./-]{1,80}\.(?:py|[cm]?[jt]sx?|go|rs|rb):\d+ - /,
]

/** What only decorates a line: separators, names in brackets, boxes, signs. */
const ORNAMENTS: readonly RegExp[] = [
  /^[|│┃║]\s*/,
  /^-\s+/,
  /^\[[\w .:/#-]{1,60}\]:?\s*/,
  /^(?:[\p{Extended_Pictographic}\uFE0F✓✗✘•●○▶►→★]\s*)+/u,
]

const MOST_PREFIXES = 8

/** Without one of these at its start a line has neither prefix nor ornament: most lines of most logs. */
const MAY_BEGIN =
  /^(?:[^A-Za-z]|(?:trace|debug|info|notice|warn|error|critical|fatal|success)|\S{1,160}:\S{0,60}\d - )/i
const BOX_END = /[│┃║|]$/

export function readLogLine(line: string): LogLine {
  let message = line.trim()
  if (!MAY_BEGIN.test(message) && !BOX_END.test(message)) return { message, logged: false }
  let logged = false
  for (let count = 0; count < MOST_PREFIXES; count += 1) {
    const before = message
    for (const prefix of LOG_PREFIXES) message = message.replace(prefix, '')
    logged ||= message !== before
    for (const ornament of ORNAMENTS) message = message.replace(ornament, '')
    if (message === before) break
  }
  return { message: message.replace(/\s*[│┃║|]$/, '').trimEnd(), logged }
}
