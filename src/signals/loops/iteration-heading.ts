/**
 * A line that opens one iteration of a loop. It is recognised by its form: few words, a counter, decoration. No
 * product names are used.
 */
import { readLogLine } from '../agents/generic/log-line.ts'

export type Heading = {
  /** Equal for all headings of one loop. */
  readonly shape: string
  /** Null if the line has no counter. */
  readonly count: number | null
  /** The line also names the maximum: `2/10`. */
  readonly ofMany?: boolean
}

const LONGEST = 160

/** Words for one iteration of many. A step or a test is a part of a run, not a run. */
const TRY = '(?:iteration|loop|attempt|round|cycle|run|session|trial|pass|invocation|generation|tick)'
const SIGNS = '[\\s=~*#_─━═—–|+<>:.-]*'

/** `=== Iteration 3/50 ===`, `Ralph iteration 7 of 10 — Wed Mar 18 06:14`, `Starting Loop #4`. */
const COUNTED = new RegExp(
  `^${SIGNS}((?:[a-z][\\w'-]{0,20} ){0,3}${TRY})(?: no\\.?| number)?[ :]{0,2}#?(\\d{1,6})( ?(?:/|of) ?(?:\\d{1,6}|∞|unlimited))?(?!\\w)`,
  'i',
)
/** `Starting iteration`, `--- New session ---`: a line without a counter must say that something begins. */
const BEGUN = new RegExp(
  `^${SIGNS}((?:starting|beginning|new|next|launching) (?:(?:a|the|new|next|agent|fresh) ){0,3}${TRY})(?!\\w)`,
  'i',
)
/** A heading may contain a date and decoration. Any other word makes it a sentence. */
const WHEN =
  /\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b|\b(?:[ap]m|utc|gmt|[cepm][ds]t|cest|cet|bst|jst|ist|started|starting|begins|begun|start|at|on)\b/gi
const DECORATION = /^[^\p{L}]*$/u
const TIME_LETTERS = /(?<=\d)[TZ](?![a-z])/gi

/** A line about the end of an iteration does not open one. */
const ENDS =
  /\b(?:complet\w*|finish\w*|done|end(?:ed|s)?|fail\w*|succe\w*|passed|passes|abort\w*|stopp?\w*|after|total|max(?:imum)?|last|tests?|warm-?up|in|retry\w*|health)\b/i

/** `=== Story 5 ===`, `--- Mon Jan 19 08:25:42 EST 2026 ---`: the same signs on both sides of few words. */
const DECORATED = /^([=~*#─━═—–-])\1{2,}\s+(\S.{1,110}?)\s+\1{3,}$/
/** Parts of a run are not runs, and a count in a report opens none. */
export const PARTS: RegExp =
  /\b(?:steps?|cases?|chapter|page|example|sample|section|part|file|chunk|batch|epoch|fold|question|suite|module|package|stage|layer|summary|results?|errors?|warnings?|output|stdout|stderr|log|diff|backtrace|captured|begin|run \w+\/|v?\d+\.\d+\.\d+)\b/i
const CLOCK = /\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\b|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?/
const COUNTER = /(?:^|[a-z] |[#(])#?(\d{1,6})\b/i

/**
 * A heading by its form alone, with any word before the counter. It is weaker evidence than a heading that names an
 * iteration, so it counts only in the output of an agent.
 */
export function readDecorated(line: string): Heading | null {
  const inner = line.length > LONGEST ? undefined : DECORATED.exec(line)?.[2]
  if (inner === undefined || ENDS.test(inner) || PARTS.test(inner)) return null
  const isDated = CLOCK.test(inner)
  const counted = isDated ? undefined : COUNTER.exec(inner)?.[1]
  if (!isDated && counted === undefined) return null
  const words = isDated ? inner.replaceAll(WHEN, '').replaceAll(/[\d:.,TZ+/-]{1,40}/g, '#') : inner
  const shape = words.replaceAll(/\d{1,9}/g, '#').replaceAll(/\s{1,20}/g, ' ')
  // The title changes from run to run. The words before the counter do not.
  const head = isDated ? shape : shape.slice(0, shape.indexOf('#') + 1)
  return {
    shape: `${line.charAt(0)} ${head.toLowerCase()}`,
    count: counted === undefined ? null : Number(counted),
  }
}

const MAY_OPEN = new RegExp(`\\b${TRY}\\b`, 'i')

export function readHeading(line: string): Heading | null {
  if (line.length > LONGEST || !MAY_OPEN.test(line)) return null
  const { message } = readLogLine(line)
  const found = COUNTED.exec(message) ?? BEGUN.exec(message)
  const words = found?.[1]
  if (found === null || words === undefined || ENDS.test(words)) return null
  const rest = message.slice(found[0].length).replaceAll(TIME_LETTERS, '').replaceAll(WHEN, '')
  if (!DECORATION.test(rest)) return null
  const count = found[2] === undefined ? null : Number(found[2])
  const shape = `${signsBefore(message)}${words.toLowerCase()}${count === null ? '' : ' #'}`
  return found[3] === undefined ? { shape, count } : { shape, count, ofMany: true }
}

const signsBefore = (message: string): string => /^\W*/.exec(message)?.[0].trim() ?? ''
