/**
 * Reads when a usage or rate limit ends. Messages say it in many ways. Each way is a cue ("resets", "try again", the
 * name of a header) followed by a moment.
 */
import { readTimeFromNow, readInstant, type Moment, type Present } from './moments.ts'
import { LOCAL, zoneOf } from './zones.ts'

/** `source` holds the words that were read. `precise` is false if a zone, a clock time or a duration was guessed. */
export type Reset = { readonly at: Date; readonly precise: boolean; readonly source: string }

/** What may follow a cue. `wait` is a duration that must be followed by the action after it. */
type Expects = 'any' | 'duration' | 'instant' | 'wait' | 'field' | 'relative-field'

type Cue = { readonly form: RegExp; readonly expects: Expects }

/** The first lines of a message name the limit. Long stack traces and headers may follow. */
const MOST_CHARS = 2000
const DAY_MS = 86_400_000
const FARTHEST_MS = 60 * DAY_MS
const LONGEST_PAST_MS = 3 * DAY_MS
/** For later years, Intl and Date disagree or throw. */
const LAST_NOW = Date.UTC(9000, 0)

/** Most trusted first: sentences, then fields that name the instant, then waits, then windows. */
const CUES: readonly Cue[] = [
  { form: /\blimit reached ?\| ?/gi, expects: 'instant' },
  {
    form: /(?<!\b(?:was|were|is|last|been|got|previous|connection|stream|hard|soft|git|password) )\bresets?(?: (?:automatically|again|itself|time|date|is))*:? (?<how>in|at|on|after|by|from|around)?/gi,
    expects: 'any',
  },
  { form: /\btry(?:ing)? again(?: (?<how>in|at|on|after|from|around))? /gi, expects: 'any' },
  { form: /\bretry(?: again)? (?<how>in|at|on|after) /gi, expects: 'any' },
  {
    form: /\b(?:available|usable|come back|restored|lifted|renews?|renewed|refresh(?:es|ed)?|replenish(?:es|ed)?)(?: again)? (?<how>in|at|on|after|from) /gi,
    expects: 'any',
  },
  {
    form: /\b(?:limited|blocked|locked|paused|unavailable|throttled|exhausted|suspended|cooldown|wait) until:? /gi,
    expects: 'instant',
  },
  { form: /\bwait(?:ing)? (?:for |another |at least )*/gi, expects: 'wait' },
  {
    form: /(?<![a-z])(?:quota_?)?resets?[-_]?(?:at|on|time|timestamp|date)[\\"']* ?[:=] ?[\\"']*/gi,
    expects: 'field',
  },
  {
    form: /\bretry[-_]?after(?<unit>[-_]?ms|[-_]?millis\w*)?(?:[-_]?sec\w*)?[\\"']*(?: ?[:=] ?| (?=\d+$))[\\"']*/gi,
    expects: 'relative-field',
  },
  {
    form: /\b(?:retry[-_]?delay|quota_?reset_?delay)(?<unit>ms|_ms)?[\\"']* ?(?:[:=] ?|\{ ?seconds: ?)[\\"']*/gi,
    expects: 'field',
  },
  {
    form: /(?<![a-z])resets?[-_]?(?:in|after)(?<unit>[-_]?ms|[-_]?millis\w*)?(?:[-_]?sec\w*)?[\\"']* ?[:=] ?[\\"']*/gi,
    expects: 'relative-field',
  },
  {
    form: /\bratelimit-(?:[a-z]{1,20}-){0,3}reset(?:-[a-z]{1,20}){0,2}[\\"']* ?[:=] ?[\\"']*/gi,
    expects: 'relative-field',
  },
]

const NUMBER = /(\d{1,9}(?:\.\d{1,9})?)(?![\w:/.-]*\w)/y
const BRACED_SECONDS = /\{ ?seconds: ?$/i
const THEN = /^(?:[.,;!)]|$| ?(?:before|and (?:then )?(?:re)?try|then (?:re)?try|until)\b)/i

/**
 * The instant at which a usage or rate limit ends, if the message says it. A time without a zone is read in
 * `localZone` (an IANA name). The default is the zone of this process.
 */
export function parseReset(message: string, now: Date, localZone?: string): Reset | null {
  const present = { now: now.getTime(), local: (localZone === undefined ? null : zoneOf(localZone)) ?? LOCAL }
  if (!(present.now >= 0 && present.now < LAST_NOW)) return null
  const text = message
    .slice(0, MOST_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
  let guess: Reset | null = null
  for (const cue of CUES) {
    for (const found of text.matchAll(cue.form)) {
      const reset = readBehind(text, found, cue, present)
      if (reset?.precise === true) return reset
      guess ??= reset
    }
  }
  return guess
}

function readBehind(text: string, found: RegExpExecArray, { expects }: Cue, present: Present): Reset | null {
  const { now } = present
  let from = found.index + found[0].length
  if (text[from] === ' ') from += 1
  const moment = readMoment(text, from, { expects, found, present })
  if (moment === null || moment.at < now - LONGEST_PAST_MS || moment.at > now + FARTHEST_MS) return null
  if (expects === 'wait' && !THEN.test(text.slice(moment.end, moment.end + 20))) return null
  return {
    at: new Date(moment.at),
    precise: moment.precise,
    source: text.slice(found.index, moment.end).trim(),
  }
}

type Behind = { readonly expects: Expects; readonly found: RegExpExecArray; readonly present: Present }

function readMoment(text: string, from: number, { expects, found, present }: Behind): Moment | null {
  const how = found.groups?.['how']?.toLowerCase()
  if (expects === 'wait' || how === 'in') return readTimeFromNow(text, from, present)
  if (expects === 'instant' || how === 'at' || how === 'on') return readInstant(text, from, present)
  if (expects === 'relative-field' || expects === 'field') {
    const isTold =
      expects === 'relative-field' || found.groups?.['unit'] !== undefined || BRACED_SECONDS.test(found[0])
    const bare = isTold
      ? readNumber(text, from, found.groups?.['unit'] === undefined ? 1000 : 1, present.now)
      : null
    if (bare !== null) return bare
  }
  return readTimeFromNow(text, from, present) ?? readInstant(text, from, present)
}

function readNumber(text: string, from: number, unitMs: number, now: number): Moment | null {
  NUMBER.lastIndex = from
  const found = NUMBER.exec(text)
  return found === null ? null : { at: now + Number(found[1]) * unitMs, precise: true, end: NUMBER.lastIndex }
}
