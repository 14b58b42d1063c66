/**
 * Reads a line that contains only counts: `Results: 3 passed, 4 failed (7 total)`, `Passed: 3/7`, `PASS=3 FAIL=4`. If
 * anything is left after all counts, labels and times are removed, the line is prose.
 */
import type { Totals } from './test-run.ts'

export type Counts = {
  readonly passed?: number
  readonly failed?: number
  readonly skipped?: number
  readonly total?: number
}

const NOUN =
  '(?:unit |integration |e2e |test |smoke |critical |individual )?(?:tests?(?:\\(s\\))?|tasks?|checks?(?:\\(s\\))?|cases?|specs?|suites?|assertions?|scenarios?|examples?|validations?|verifications?|criteria|criterion|gates?|requirements?|rules?|probes?|test ?files?|(?:test )?configurations?|links?(?:\\(s\\))?|outputs?|events?|manifests?)'
const WORD =
  '(passed|passes|passing|pass|not ok|ok|succeeded|successful|successes|success|failed|failures?|fails|failing|fail|errored|errors?|broken|crashed|invalid|valid|ko|fine|good|bad|xfail|xpass|total|executed|skipped|skips?|ignored|pending|blocked|blacklisted|warnings?|warned|warn)'
const GLUE = String.raw`[\s:=]*`
/** Scripts align the numbers of a table with dots. */
const LEADER = String.raw`(?:\s*[:=]|[ .]*\.{3,})\s*`

/** A word with its number. `cue` is in every line that has one. */
type Phrase = {
  readonly cue: RegExp
  /** Is there a noun where the phrase may have one? Without it, `short` reads the same as `full`. */
  readonly hasNoun: RegExp
  /** It takes milliseconds to compile, and few lines need it. */
  readonly full: RegExp
  readonly short: RegExp
}

/** `form` gets the nouns that may stand before and after the word. */
const phrase = (cue: RegExp, hasNoun: RegExp, form: (before: string, after: string) => string): Phrase => ({
  cue,
  hasNoun,
  full: new RegExp(form(`(?:${NOUN} )?`, `(?: ${NOUN})?`), 'gi'),
  short: new RegExp(form('', ''), 'gi'),
})

const NOUN_AFTER_SPACE = new RegExp(` ${NOUN}`, 'i')
const NOUN_BESIDE_SPACE = new RegExp(` ${NOUN}|${NOUN} `, 'i')

/** `3/7 checks passed`, `3 of 7 failed`, `1 of 1 suites (4 of 4 cases) passed`. */
const RATIO = phrase(
  /\d ?(?:\/|of|out of) ?\d/i,
  NOUN_AFTER_SPACE,
  (noun) =>
    String.raw`(\d+) ?(?:\/|of|out of) ?(\d+) ${noun}(?:\([^()]{1,40}\) )?(?:have |has |were )?${WORD}\b`,
)
/** `Passed: 3/7`, `Failed tests = 2`, `PASS=3`. */
const LABELLED = phrase(
  /(?:[:=]|\.{3})\s*\d/,
  NOUN_BESIDE_SPACE,
  (before, after) => String.raw`\b${before}\b${WORD}${after}${LEADER}(\d+)(?: ?\/ ?(\d+))?(?![\d.]*[\d%])`,
)
/** `3 passed`, `3 tests passed`. */
const COUNTED = phrase(
  /\d [a-z]/i,
  NOUN_AFTER_SPACE,
  (before, after) => String.raw`(\d+) ${before}(?:have |has |were )?${WORD}${after}(?!\w)`,
)
/** `14 passed, no failures`. */
const NONE = /\b(?:no|zero) (?=(?:failures?|failed|errors?)\b)/gi
/** `Pass rate: 66.7 % (2/3)`: the ratio of what passed has the word before it. */
const RATE = /\bpass(?:ed|ing)?(?: ?rate)?\s*[:=]\s*[\d.]+ ?% ?\((\d+) ?\/ ?(\d+)\)/gi
/** `7 tests`, `Total: 7`, `Tests: 7`. */
const TOTAL = new RegExp(
  String.raw`\b(?:${NOUN}|total)${GLUE}(\d+)\b|(\d+) ${NOUN}(?: in total| total)?`,
  'gi',
)

/** Allowed text around the counts: a label, a time, a percentage, a joining word. */
const AROUND =
  /\b(?:final|overall|ran|test|tests|check|checks|verification|validation|suite|run|results?|summary|totals?|score|status|stats|statistics|report|finished|complete|completed|done|and|with|in|of|duration|time|took|elapsed|rate|success|pass|passed|coverage|seconds?|secs?|minutes?|mins?|ms|s|m|out|ok)\b|\d+(?:\.\d+)?\s*%|\b\d+(?:\.\d+)?\s*(?:m?s|min)?\b|[\s,;:|/()[\].=*_#!>–—•✓✔✗✘✅❌🎉📊📈⏱⚠🟢🔴-]|\uFE0F/giu

/** A label may name what was checked: `Gate release-2 summary: PASS=15 FAIL=0`. */
const LABEL = /^[^:=]{0,60}\b(?:summary|results?|totals?|stats)\s*:\s*(?=\S)/i

const LONGEST = 200
/** Every count has one of these words. */
const MAY_COUNT =
  /pass|\b[ok]{2}\b|good|bad|xfail|succe|fail|err|broken|crashed|total|executed|skip|ignored|pending|warn|test|task|check|case|spec|suite|assert|scenario|example|valid|verif|criteri|gate|requirement|rule|probe/i
/** Counts of runners that have their own readers. */
const OWN = /^Tests run: |^# (?:tests|pass|fail) |\bfilter(?:ed|ing)?\b/i

function kindOf(word: string): keyof Counts | null {
  if (/^(?:pass|ok|succe|valid|fine|good)/i.test(word)) return 'passed'
  if (/^(?:fail|err|broken|not ok|ko|invalid|crashed|bad)/i.test(word)) return 'failed'
  if (/^(?:skip|ignored|pending|block|blacklisted|xfail|xpass)/i.test(word)) return 'skipped'
  return /^(?:total|executed)/i.test(word) ? 'total' : null
}

/** Assertions are parts of tests: their number is not the number of tests. */
const ASSERTIONS = /\(?\b\d+ assertions?\b\)?/gi

const withoutAssertions = (line: string): string =>
  /\btests?\b/i.test(line) ? line.replace(ASSERTIONS, ' ') : line

/** Reads all phrases of a kind. Returns the rest of the text. */
const replaced = (
  text: string,
  { cue, hasNoun, full, short }: Phrase,
  read: (...groups: readonly (string | undefined)[]) => void,
): string => {
  if (!cue.test(text)) return text
  return text.replace(hasNoun.test(text) ? full : short, (_, ...groups: readonly string[]) => {
    read(...groups)
    return ' '
  })
}

/** The counts of a line that contains nothing else. Null for every other line. */
export function readCounts(line: string): Counts | null {
  if (line.length > LONGEST || !/\d/.test(line) || !MAY_COUNT.test(line) || OWN.test(line)) return null
  const counts: { passed?: number; failed?: number; skipped?: number; total?: number } = {}
  const put = (word: string, value: number): void => {
    const kind = kindOf(word)
    if (kind !== null) counts[kind] = (counts[kind] ?? 0) + value
  }
  const named = withoutAssertions(line)
    .replace(NONE, '0 ')
    .replace(LABEL, '')
    .replace(RATE, (_, some: string, all: string) => {
      counts.passed = Number(some)
      counts.total ??= Number(all)
      return ' '
    })
  const shared = replaced(named, RATIO, (some = '', all = '', word = '') => {
    put(word, Number(some))
    counts.total ??= Number(all)
  })
  const labelled = replaced(shared, LABELLED, (word = '', some = '', all) => {
    put(word, Number(some))
    if (all !== undefined) counts.total ??= Number(all)
  })
  const counted = replaced(labelled, COUNTED, (some = '', word = '') => put(word, Number(some)))
  const rest = counted.replace(TOTAL, (_, after?: string, before?: string) => {
    counts.total ??= Number(after ?? before)
    return ' '
  })
  if (Object.keys(counts).length === 0 || rest.replace(AROUND, '') !== '') return null
  return counts
}

/** The numbers of failed and passed tests, if the counts contain them and are plausible. */
export function totalsOf({ passed, failed, skipped = 0, total }: Counts): Totals | null {
  if (passed !== undefined && failed !== undefined) return passed + failed === 0 ? null : { failed, passed }
  const rest = total === undefined || total === 0 ? -1 : total - skipped - (passed ?? failed ?? total + 1)
  if (rest < 0) return null
  return passed === undefined ? { failed: failed ?? 0, passed: rest } : { failed: rest, passed }
}
