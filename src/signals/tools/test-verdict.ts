import { CheckRows } from './check-rows.ts'
import { readCounts, totalsOf, type Counts } from './count-phrases.ts'
import { count, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { verdictIn, wordsOf } from './verdict-words.ts'

const SYMPY = /^tests finished: \d+ passed.* in [\d.]+ seconds$/
/** Words that make a line a report of checks, and its marks the results of checks. */
const IS_CHECK = /\b(?:test|verif|check|valid|audit|smoke|assert|expect|spec|lint|scenario|parity)/i
/** A count on a separate line has a label. */
const LABEL = /[:=]\s*\d|\.{3,} *\d/
/** A successful end after failed rows means that the failures were allowed. */
const GOOD_END =
  /^\W{0,8}(?:all|everything)\b.{0,60}\b(?:pass(?:ed|ing)?|ok|successful(?:ly)?|completed?|good|done)\b/i

/** A sentence with more words is prose, unless it counts. */
const MOST_WORDS = 14
const MOST_WORDS_OF_COUNTS = 24
const COUNTS = /\d (?:tests? )?(?:passed|failed)\b/
const LONGEST = 160
/** At most this many lines of counts belong together. */
const MOST_COUNTS = 6

/** The report of a script so far: its rows and its counts. */
type Report = { readonly rows: CheckRows; counts: Counts; lines: number; isCheck: boolean }

function sympy(said: string): Totals | null {
  if (!SYMPY.test(said)) return null
  return { failed: count(said, 'failed') + count(said, 'exceptions?'), passed: count(said, 'passed') }
}

/** Counts on separate lines, as many scripts print them: `Passed: 12`, then `Failed: 2`. */
function addCounts(report: Report, said: string): Totals | null {
  const counts = readCounts(said)
  if (counts === null) {
    report.counts = {}
    report.lines = 0
    return null
  }
  const whole = totalsOf(counts)
  if (whole !== null || !LABEL.test(said)) return whole
  report.counts = { ...report.counts, ...counts }
  report.lines += 1
  const { passed, failed, total } = report.counts
  if (report.lines > MOST_COUNTS || failed === undefined) return null
  if (passed !== undefined) return totalsOf({ passed, failed })
  return failed > 0 && total !== undefined ? totalsOf(report.counts) : null
}

function spacesIn(text: string, most: number): number {
  let spaces = 0
  for (let at = text.indexOf(' '); at >= 0 && spaces < most; at = text.indexOf(' ', at + 1)) spaces += 1
  return spaces
}

/** Reads the sentence as a verdict on what the script ran. */
function readSentence(report: Report, text: string): Finding | null {
  if (text.length > LONGEST) return null
  const spaces = spacesIn(text, MOST_WORDS_OF_COUNTS)
  if (spaces === MOST_WORDS_OF_COUNTS || (spaces >= MOST_WORDS && !COUNTS.test(text))) return null
  const said = wordsOf(text)
  const totals = sympy(said) ?? addCounts(report, said)
  if (totals !== null) return { ...verdict(totals), secondhand: true }
  const what = verdictIn(said)
  if (what === null) return null
  // Only a part may have passed. An error after it revokes the success.
  const isPart = what === 'tests-passed' && !/^all\b/i.test(said)
  return { what, secondhand: true, ...(isPart ? { detail: { soFar: true } } : {}) }
}

function readLine(report: Report, text: string): Finding | null {
  report.isCheck ||= IS_CHECK.test(text)
  const finding = readSentence(report, text)
  if (finding !== null || GOOD_END.test(text)) {
    report.rows.clear()
    return finding
  }
  return report.rows.line(text, report.isCheck)
}

export const testVerdict: ToolReader = {
  name: 'test-verdict',
  title: 'A harness or script',
  cue: /\btest(?:s|ing)?\b|result|verdict|outcome|status|check|suites|specs|overall|gate|conclusion|FAIL|PASS|\bOK\b|(?:pass(?:ed)?|fail(?:ed|ures?)?|success(?:ful)?|errors?|total)(?: \w+)?\s*[:=]\s*\d|\d (?:\w+ )?(?:pass|fail)|\d (?:\S+ )?(?:broken|fine)\b|(?:total|k\.?o) \.{3}|\bKO\b|\.{3} (?:same|identical|DIFFERENT)|\bBELOW\b|MISMATCH|\bgood\b.*\bbad\b|XFAIL|verif|valid|audit|smoke|✗|✘|✖|❌|✓|✔|✅|^ {0,2}[●⏺] |^ {1,4}[└⎿] |^\W{0,8}(?:all|everything) /i,
  open: () => {
    const report: Report = { rows: new CheckRows(), counts: {}, lines: 0, isCheck: false }
    return { line: (text) => readLine(report, text) }
  },
}
