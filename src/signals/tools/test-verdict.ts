import { count, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Verdicts that harnesses and scripts print after the tests they ran. Whole lines only: prose has more words. */
const FRAME = /^[\s>=*#!\-–—~_|]*(?:\[[A-Z]+\] ?|[❌✅✗✘✖✓✔🎉] ?)?(.*?)[\s=*#!.\-–—~_|🎉✅❌<]*$/u
const FAILED: readonly RegExp[] = [
  /^(?:some|all|\d+|one or more|the) tests? (?:have |has )?failed$/i,
  /^tests? failed$/i,
]
const FAILED_STATUS =
  /^(?:test |tests |final |overall )?(?:results?|verdict|outcome|status): ?(?:fail(?:ed|ure)?|tests failed)$/i
const PASSED = /^all (?:\d+ |the )?tests (?:have )?(?:passed|succeeded|ok)$/i
const PASSED_STATUS =
  /^(?:test |tests |final |overall )?(?:results?|verdict|outcome|status): ?(?:pass(?:ed)?|all tests passed)$/i
const RATIO =
  /^(?:(?:results?|total|summary|score|tests?): ?)?(\d{1,6}) ?(?:\/|of|out of) ?(\d{1,6}) (?:tests?|checks?|test cases?|assertions) (?:passed|passing|ok)$/i
const BOTH =
  /^(?:(?:results?|total|summary|tests?(?: finished| results?)?): ?)(\d{1,6}) (?:tests? )?passed,? (?:and )?(\d{1,6}) (?:tests? )?failed\b(?:,.*)?$/i
const FAILED_RATIO = /(?:^|\s)(\d{1,6}) ?(?:\/|of|out of) ?(\d{1,6}) tests? failed$/i
/** `2 suites failed, 10 passed`. */
const FAILED_FIRST =
  /^(\d{1,6}) (?:tests?|suites?|specs?|checks?|test files?|test cases?) failed, (\d{1,6}) (?:[a-z]+ )?passed\b(?:,.*)?$/i
const SYMPY = /^tests finished: \d+ passed.* in [\d.]+ seconds$/

/** A sentence with more words is prose. */
const MOST_WORDS = 14

/** The counts that the sentence tells, or null where it tells none that can be true. */
function totalsIn(said: string): Totals | null {
  if (!/\d/.test(said)) return null
  const [, right, of] = RATIO.exec(said) ?? []
  if (right !== undefined) {
    const [passed, all] = [Number(right), Number(of)]
    return passed > all || all === 0 ? null : { failed: all - passed, passed }
  }
  const [, wrong, ofAll] = FAILED_RATIO.exec(said) ?? []
  if (wrong !== undefined) return { failed: Number(wrong), passed: Number(ofAll) - Number(wrong) }
  const [, bad, good] = FAILED_FIRST.exec(said) ?? []
  if (bad !== undefined) return { failed: Number(bad), passed: Number(good) }
  if (SYMPY.test(said))
    return { failed: count(said, 'failed') + count(said, 'exceptions?'), passed: count(said, 'passed') }
  const [, passed, failed] = BOTH.exec(said) ?? []
  if (passed === undefined || Number(passed) + Number(failed) === 0) return null
  return { failed: Number(failed), passed: Number(passed) }
}

function readLine(text: string): Finding | null {
  if (text.length > 160 || text.split(' ', MOST_WORDS + 1).length > MOST_WORDS) return null
  const said = FRAME.exec(text)?.[1] ?? ''
  const isStatus = said.includes(':')
  if (FAILED.some((form) => form.test(said)) || (isStatus && FAILED_STATUS.test(said)))
    return { what: 'tests-failed', secondhand: true }
  if (PASSED.test(said) || (isStatus && PASSED_STATUS.test(said)))
    return { what: 'tests-passed', secondhand: true }
  const totals = totalsIn(said)
  return totals === null ? null : { ...verdict(totals), secondhand: true }
}

export const testVerdict: ToolReader = {
  name: 'test-verdict',
  title: 'A harness or script',
  cue: /\btests?\b|result|verdict|outcome|status|checks|suites|specs/i,
  open: () => ({ line: readLine }),
}
