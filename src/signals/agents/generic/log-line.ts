/** A line without the prefix of a logger, a box or a list. */
export type LogLine = {
  readonly message: string
  /** A prefix shows that a program wrote this line, not a person or a model. */
  readonly logged: boolean
}

/**
 * An expression, and a check whether a message can match it. Compiling an expression is slow, and most are never
 * needed.
 */
type Prefix = readonly [may: (message: string) => boolean, form: RegExp]

const opens =
  (signs: string) =>
  (message: string): boolean =>
    signs.includes(message.charAt(0))
const isTime = opens('[0123456789')
const isCapital = opens('CDEFINSTW')
const isPlace = (message: string): boolean => message.includes(' - ')

/** Prefixes of loggers: times, levels, logger names, places in the code. */
const LOG_PREFIXES: readonly Prefix[] = [
  [opens('['), /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}: [A-Z]{4,8}\/[\w-]{1,40}\]\s*/],
  [isTime, /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?\s*/],
  [isTime, /^\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: [AP]M)?\]?\s+/],
  [opens('['), /^\[(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|SUCCESS|LOOP)\]\s*/i],
  [
    isCapital,
    /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|SUCCESS)(?::[\w.-]{1,80}:\s?|:\s+|\s*\|\s*|\s{2,}|\s+-\s+|\s+(?=\[))/,
  ],
  [isPlace, /^[\w.<>-]{1,80}:[\w<>-]{1,60}:\d+ - /],
  [isPlace, /^[\w./-]{1,80}\.(?:py|[cm]?[jt]sx?|go|rs|rb):\d+ - /],
]

/** Decoration of a line: separators, names in brackets, boxes, signs. */
const ORNAMENTS: readonly Prefix[] = [
  [opens('|│┃║'), /^[|│┃║]\s*/],
  [opens('-'), /^-\s+/],
  [opens('['), /^\[[\w .:/#-]{1,60}\]:?\s*/],
  [(message) => message.charCodeAt(0) > 127, /^(?:[\p{Extended_Pictographic}\uFE0F✓✗✘•●○▶►→★]\s*)+/u],
]

const MOST_PREFIXES = 8

const without = (prefixes: readonly Prefix[], message: string): string =>
  prefixes.reduce((rest, [may, form]) => (may(rest) ? rest.replace(form, '') : rest), message)

export function readLogLine(line: string): LogLine {
  let message = line.trim()
  let logged = false
  for (let count = 0; count < MOST_PREFIXES; count += 1) {
    const before = message
    message = without(LOG_PREFIXES, message)
    logged ||= message !== before
    message = without(ORNAMENTS, message)
    if (message === before) break
  }
  return { message: message.replace(/[│┃║|]$/, '').trimEnd(), logged }
}
