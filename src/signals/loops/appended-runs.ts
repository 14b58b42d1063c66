/**
 * Finds the runs in a log to which a program appends each time it is started: a cron job, `nohup.out`.
 *
 * A1 The log begins with a line that says that the program starts, and the same line occurs again later. Only its
 * time may differ. A2 Parts of a run are not runs.
 */
import { readLogLine } from '../agents/generic/log-line.ts'
import type { Encoding } from '../bytes/encoding.ts'
import type { Block } from '../bytes/line-blocks.ts'
import { linesOf } from '../bytes/lines.ts'
import { plain } from '../bytes/plain.ts'
import { PARTS } from './iteration-heading.ts'

/** The line is among these first lines, because programs print a banner before it. */
const HEAD_LINES = 4
const HEAD_BYTES = 4096
const LONGEST = 160
const SHORTEST = 8

const STARTS =
  /\b(?:start(?:ed|ing|s)?|begin(?:ning|s)?|beg[au]n|launch(?:ing|ed)?|running|executing|boot(?:ing|ed)?)\b/i
/** A test runner starts its tests several times in one run. A service works until it is stopped. */
const NOT_WHOLE =
  /\b(?:tests?|specs?|workers?|threads?|process(?:es)?|jobs?|shards?|downloads?|requests?|services?|servers?|schedulers?|daemons?|listen\w*)\b/i
const DECORATED = /^\W*([=~*#─━═—–-])\1{2,}/
const LEVEL = /^\W{0,2}(?:INFO|NOTICE|DEBUG)\b/i
const TIMES =
  /\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b,?|\b(?:[ap]m|utc|gmt|[cepm][ds]t|cest|cet)\b|\d[\d:.,/+TZ-]{0,40}/gi

/** `====== 10:00:00.123 | 8f14e45f-… ======`: a time, and at most an id, between signs. */
const DATED = /^([=~*#─━═—–-])\1{4,} [^a-z]{0,10}\d{1,4}[-:]\d\d[-:]\d\d[\da-f.,:TZ |+-]{0,60} \1{5,}$/
const DATED_WORDS = 'dated'

/** The words of a line without its prefix and its times. */
const wordsOf = (line: string): string =>
  DATED.test(line)
    ? DATED_WORDS
    : readLogLine(line)
        .message.replaceAll(TIMES, '#')
        .replaceAll(/[\s#]{1,60}/g, ' ')
        .trim()

/**
 * The words with which each run of the log starts. Null if the log does not begin with such a line. `isDated`: every
 * line had a time, which was removed.
 */
export function openingOf(blocks: readonly Block[], encoding: Encoding, isDated: boolean): string | null {
  const [head] = blocks
  if (head === undefined) return null
  let seen = 0
  for (const { raw } of linesOf({ ...head, bytes: head.bytes.subarray(0, HEAD_BYTES) }, encoding)) {
    const line = plain(raw).trimEnd()
    if (line === '') continue
    if (opensRun(line, isDated)) return wordsOf(line)
    seen += 1
    if (seen >= HEAD_LINES) return null
  }
  return null
}

function opensRun(line: string, isDated: boolean): boolean {
  if (DATED.test(line)) return true
  if (line.length > LONGEST || !STARTS.test(line) || PARTS.test(line) || NOT_WHOLE.test(line)) return false
  const isOfLog = isDated || readLogLine(line).logged || DECORATED.test(line) || LEVEL.test(line)
  return isOfLog && wordsOf(line).length >= SHORTEST
}

/** Does this line start a run? */
export const isOpening = (line: string, words: string): boolean =>
  line.length <= LONGEST && (STARTS.test(line) || DATED.test(line)) && wordsOf(line) === words
