import type { RecoveryWord } from '../reasons/dialects/recovery.ts'
import { toRecovery } from '../reasons/dialects/recovery.ts'
import type { Reason } from '../reasons/reason.ts'
import { isCircular, type Attempt } from './circular.ts'
import { providerRules } from './provider-rules.ts'

/** The class of a single error message, in the recovery dialect and as a reason. */
export type Classified = { readonly type: RecoveryWord; readonly reason: Reason }

type Shape = readonly [Reason, RegExp]

/** Near an expectation, a status code is a failed check: `expected 200 but got 503`. */
const EXPECTS = /\bexpected\b|\bassert/i
/** Statuses with which a provider rejects a request, not the code under test. */
const STATUS = /\b(?:status(?: code)?|HTTP(?:\/[\d.]+)?)[: ]*(401|402|403|429|5\d\d)\b/i
const PROVIDER =
  /\b(?:api|provider|model|llm|openai|anthropic|gemini|claude|rate[- ]?limit\w*|overloaded|quota|credits?)\b/i
const PROVIDER_HOST = /\bapi\.[\w-]+\.(?:com|ai|org)\b/i

/** Tested first: Go's context deadline is a time limit, not a full context. */
const timeShapes: readonly Shape[] = [
  ['TIMEOUT', /\bdeadline exceeded\b|^timeout: |\btimed out\b|\btimeout (?:of|after)\b|\bTimeoutError\b/i],
]

const contextShapes: readonly Shape[] = [
  [
    'CONTEXT_EXHAUSTED',
    /\bprompt is too long\b|\b(?:maximum )?context (?:length|window)\b|\btoken limit\b|\bmaximum (?:context )?length\b|\bcontext (?:limit|exhausted|is full)|exceeds maximum allowed tokens|input token count\b.*\bexceeds/i,
  ],
]

const buildShapes: readonly Shape[] = [
  [
    'BROKEN_BUILD',
    /\bsyntax ?error\b|\bcompil(?:ation|e|er) error\b|\bmodule ?not ?found|\bimport ?error\b|\bcannot find (?:module|package|symbol)\b|\bunexpected token\b|\bindentation ?error\b|\bunexpected indent\b|\bparse ?error\b|\bNo module named\b|\berror TS\d+:|\berror\[E\d{4}\]|\bundefined reference to\b|\bcould not compile\b|\bld: /i,
  ],
]

const checkShapes: readonly Shape[] = [
  [
    'TESTS_FAILED',
    /\bverification failed\b|\bassertion(?:error| failed)?\b|\btests? failed\b|\b[1-9]\d* failed\b|\bexpected\b[^]{0,200}\b(?:but|got|received|to (?:be|equal|have|match|contain)|actual|found)\b|\b(?:got|received|but was)\b[^]{0,80}\bexpected\b|\bstatus(?: code)?:? \d{3}\b.{0,40}\bexpected\b/i,
  ],
  // The format of test runners. "Failed to connect" is not a test.
  ['TESTS_FAILED', /^FAILED (?!to\b)\S/m],
  [
    'TESTS_FAILED',
    /^(?:Uncaught )?(?:Type|Reference|Range|Value|Key|Index|Attribute|Name|ZeroDivision|Runtime)Error\b/,
  ],
]

const find = (shapes: readonly Shape[], error: string): Reason | null =>
  shapes.find(([, shape]) => shape.test(error))?.[0] ?? null

/** The reason that the provider gives, in its phrases or by its status. */
function ofProvider(error: string): Reason | null {
  if (EXPECTS.test(error)) return null
  const status = Number(STATUS.exec(error)?.[1] ?? 0)
  const byStatus = providerRules.find((rule) => rule.statuses?.includes(status) === true)?.reason
  if (status > 0) return byStatus ?? 'LLM_ERROR'
  const byPhrase = PROVIDER.test(error)
    ? providerRules.find((rule) => rule.says?.test(error) === true)?.reason
    : undefined
  return byPhrase ?? (PROVIDER_HOST.test(error) ? 'LLM_ERROR' : null)
}

/**
 * Classifies a single error message in the order of the recovery dialect: build, verification, context, circular,
 * unknown. Provider and timeout messages are tested first. Their type is UNKNOWN, but they have a reason.
 *
 * @example classifyFailure('AssertionError: Expected 200 but got 404') // { type: 'VERIFICATION_FAILED', reason: 'TESTS_FAILED' }
 */
export function classifyFailure(
  error: string,
  {
    approach,
    attempts = [],
  }: { readonly approach?: string; readonly attempts?: readonly (string | Attempt)[] } = {},
): Classified {
  const text = error.slice(0, 10_000)
  const told = find(timeShapes, text) ?? ofProvider(text)
  const reason = told ?? find(buildShapes, text) ?? find(checkShapes, text) ?? find(contextShapes, text)
  if (reason !== null) return { type: toRecovery(reason), reason }
  if (approach !== undefined && isCircular(approach, attempts))
    return { type: 'CIRCULAR_FIX', reason: 'CIRCULAR_FIX' }
  return { type: 'UNKNOWN', reason: 'UNKNOWN' }
}
