/**
 * Sentences with which harnesses and scripts report their verdict. They must be whole lines, because prose has more
 * words.
 */
import { cued } from '../cued.ts'

const FRAME =
  /^[\s>=*#!\-–—~_|]*(?:INFO {2,8}- {1,4})?(?:\[[A-Za-z. _-]{1,40}\]:? ?|(?:[❌✅✗✘✖✓✔🎉💥🚨⛔🔴🟢]|⚠)️? ?)*(.*?)[\s=*#!.\-–—~_|🎉✅❌<]*$/u

/** The words of a line without its frame, tags and marks. */
export const wordsOf = (line: string): string => FRAME.exec(line)?.[1] ?? ''

const CHECK =
  '(?:tests?|checks?|test ?cases?|specs?|suites?|assertions?|scenarios?|validations?|verifications?|criteria|gates?|requirements|probes?|audits?|linting|lint|inspections?|regressions?)'
const LABEL =
  '(?:(?:judge|verifier|reviewer|evaluator|grader|critic|test|tests|final|overall|suite|run|check|verification|validation|quality|gate|parity|smoke|audit|build|e2e|integration|system|acceptance) ){0,2}(?:results?|verdict|outcome|status|conclusion|assessment|overall|gate)'
const BAD =
  '(?:fail(?:ed|ure|ures|ing)?|tests failed|not (?:ok|passed)|did not pass|non-?compliant|degraded|not ready|no[- ]?go|rejected|red|broken|unhealthy)'
const GOOD =
  '(?:pass(?:ed|ing)?|all tests passed|all (?:checks )?passed|ok|success(?:ful)?|succeeded|green|healthy|ready|approved)'
/** A remark after the word: `FAIL (2 of 9)`, `FAILED - see above`. */
const REMARK = String.raw`(?:\s*[(:[–—-].*)?`

const form = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'i')

const FAILED: readonly RegExp[] = [
  cued(
    /[a-z] (?:have |has |are |still )?fail(?:ed|ing)/i,
    form(
      String.raw`(?:[\w-]{1,30}: )?(?:some|all|\d{1,6}|one or more|the|several|multiple) (?:[\w-]+ ){0,2}${CHECK} (?:have |has |are |still )?fail(?:ed|ing)${REMARK}`,
    ),
  ),
  cued(/[a-z] failed/i, form(String.raw`(?:[\w-]+ ){0,3}${CHECK} failed(?: with [1-9].*|${REMARK})`)),
  cued(/[:=]/, form(String.raw`${LABEL}\s*[:=]\s*(?:❌|✗|✘|🔴)?\s*["'\`]?${BAD}["'\`]?${REMARK}`)),
  cued(
    /not pass/i,
    form(String.raw`(?:[\w-]+ ){0,4}${CHECK} (?:did not pass|do not pass|not passed)${REMARK}`),
  ),
]
/** A heading in capitals: `PARITY FAIL: 3 issue(s)`, `VALIDATION FAILED`. */
const HEADING = String.raw`(?:[A-Z][\w-]* ){0,4}?[A-Z_-]*(?:TESTS?|CHECKS?|VALIDATION|VERIFICATION|VERIFY|AUDIT|LINT|GATE|PARITY|SMOKE|SUITE|ASSERTIONS?|INSPECTION|SANITY|QA|REGRESSION|CONFORMANCE|COMPLIANCE|COVERAGE|QUALITY|SPECS?|E2E|INTEGRATION|BENCH)(?: [A-Z][\w-]*){0,2}`
const AFTER_HEADING = String.raw`(?:$|\s?[:!(—–-].*$)`
const FAILED_HEADING = cued(/FAIL/, new RegExp(`^${HEADING} (?:FAIL|FAILED|FAILURE)${AFTER_HEADING}`))
const PASSED_HEADING = new RegExp(`^${HEADING} (?:PASS|PASSED|SUCCESSFUL)${AFTER_HEADING}`)
const FAILED_COUNT = cued(
  /fail\w*\s*[:(]\s*\d/i,
  /^(?!.*\b(?:compil|build|link|install|deploy|pars))(?:[\w-]+ ){0,4}FAIL(?:ED|URES?)?\s*[:(]\s*\d{1,6} (?:\w+ ){0,2}(?:issue|problem|error|failure|violation|mismatch|check|test|case)(?:s|es|\(e?s\))?\b.*$/i,
)

const PASSED: readonly RegExp[] = [
  cued(
    /^all /i,
    form(
      String.raw`all (?:of )?(?:\d{1,6} |the )?(?:[\w-]+ ){0,3}${CHECK} (?:have |has |are |were )?(?:all )?(?:pass(?:ed|ing)?|succeeded|ok|green)${REMARK}`,
    ),
  ),
  cued(/[:=]/, form(String.raw`${LABEL}\s*[:=]\s*(?:✅|✓|✔|🟢)?\s*["'\`]?${GOOD}["'\`]?${REMARK}`)),
  cued(/[a-z] passed/i, form(String.raw`(?:${CHECK}|[\w-]+ ${CHECK}) passed(?: successfully)?`)),
]
/** Words that turn a verdict into a plan, a wish or a partial result, and checks before the work begins. */
const NO_VERDICT =
  /\b(?:if|when|until|should|would|will|must|expected|retry|retrying|previously|was|before|unless)\b|\b(?:integrity|pre-?flight|readiness|liveness|prerequisites?|licen[cs]e) checks?\b|\b(?:host key|certificate|signature|checksum|hash|peer|tls|ssl|payment|e-?mail|phone|identity|captcha|password|token|webhook|domain) (?:verification|checks?|validation)\b/i

/**
 * Every verdict has one of these words, and a passed one begins or ends like this. The forms above are slow to
 * compile, so most lines are sorted out here.
 */
const MAY_BE_BAD =
  /fail|reject|broken|not (?:ok|pass|ready)|compliant|degraded|unhealthy|\bred\b|\bno[- ]?go\b/
const MAY_BE_GOOD =
  /^all .*(?:pass|succe|ok|green)|[:=].*(?:pass|\bok|succe|green|healthy|ready|approved)|^\S+(?: \S+){0,2} passed(?: successfully)?$/i
const MAY_BE_HEADING = /PASS|SUCCESSFUL/

/** Lines are at most 160 characters long, so the repetitions in the forms need no bounds. */
export function verdictIn(said: string): 'tests-failed' | 'tests-passed' | null {
  // Lower case is several times as fast as an expression without case.
  if (MAY_BE_BAD.test(said.toLowerCase()) && isFailed(said) && !NO_VERDICT.test(said)) return 'tests-failed'
  const isPassed =
    (MAY_BE_HEADING.test(said) && PASSED_HEADING.test(said)) ||
    (MAY_BE_GOOD.test(said) && PASSED.some((one) => one.test(said)))
  return isPassed && !NO_VERDICT.test(said) ? 'tests-passed' : null
}

/** The expressions that are held back by a cue. */
export const verdictForms: readonly RegExp[] = [FAILED_COUNT, FAILED_HEADING, ...FAILED, ...PASSED]

const isFailed = (said: string): boolean =>
  FAILED_COUNT.test(said) || FAILED_HEADING.test(said) || FAILED.some((one) => one.test(said))
