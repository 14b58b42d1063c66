/**
 * The lines that are shown for a verdict, the one that proves it first. If the line that decided is a wrapper or a
 * closing word, the line that says what is wrong comes before it.
 *
 * G1 This changes no reason. G2 The search covers only the lines near the one that decided, and only if that line says
 * nothing.
 */
import { anyOf } from '../signals/any-of.ts'
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput, Verdict } from './diagnosis.ts'
import { causeOf, isGeneric } from './cause-of.ts'
import { isOld } from './new-lines.ts'
import { ENDS_IN_ERROR, ONLY_NAMES, QUIET, TELLS } from './text-forms.ts'

/** How many lines above and below the deciding line are searched, if its form does not say where to look. */
const ABOVE_LINES = 4000
/** A line further above must also name a place in the code. */
const FAR_LINES = 400
const BELOW_LINES = 40
/** Within this distance, a line counts even if it only mentions a problem. */
const NEAR_LINES = 20
/** A line of this grade or a higher one says what is wrong. A line of a lower grade only mentions a problem. */
const TELLING = 2
/** Errors within this distance belong together: the first one is the cause of the others. */
const TOGETHER_LINES = 30

export function provingLines({ reason, evidence }: Verdict, input: DiagnoseInput): readonly Signal[] {
  const [first, ...others] = evidence
  if (first === undefined || reason === 'UNKNOWN') return evidence
  const told = quotedBy(first, input.signals)
  const proof = told === null ? first : { ...first, at: told.at }
  const better = specificNear(proof, input)
  const shown = better === null ? [proof] : [{ ...better, detail: { ...better.detail, ...first.detail } }]
  return uniqueLines([...shown, first, ...others])
}

const lineOf = ({ at, message }: Signal): string => at?.excerpt ?? message

/** The line that the tool's verdict quotes, if it says more than the verdict. */
function quotedBy(verdict: Signal, signals: readonly Signal[]): Signal | null {
  if (verdict.source !== 'tool') return null
  const isBuild = verdict.what === 'build-failed'
  if (!isBuild && !isGeneric(lineOf(verdict))) return null
  const isQuoted = ({ what, message, detail }: Signal): boolean =>
    what === 'cause' && detail.by === verdict.detail.by && message === verdict.message
  return signals.findLast(isQuoted) ?? null
}

const numberOf = ({ at }: Signal): number => at?.line ?? 0

function specificNear(generic: Signal, { signals }: DiagnoseInput): Signal | null {
  if (generic.at === null || !signals.some(isLine)) return null
  const where = causeOf(lineOf(generic))
  if (where === null) return null
  const from = numberOf(generic)
  const pool = signals.filter((one) => isTelling(one))
  const reach = where.lines ?? BELOW_LINES
  const below = pool.filter((one) => numberOf(one) > from && numberOf(one) <= from + reach)
  const above = pool.filter((one) => isAbove(one, from)).toReversed()
  const [first, second] = where.cause === 'below' ? [below, above] : [above, below]
  const found = mostSpecific(first, from)
  if (found.grade >= TELLING) return found.line
  const other = mostSpecific(found.line === null ? second : second.filter((one) => isNear(one, from)), from)
  return other.grade > found.grade ? other.line : found.line
}

function isAbove(one: Signal, from: number): boolean {
  const distance = from - numberOf(one)
  return distance > 0 && distance <= ABOVE_LINES && (distance <= FAR_LINES || IN_CODE.test(one.message))
}

const isNear = (one: Signal, from: number): boolean => Math.abs(numberOf(one) - from) <= TOGETHER_LINES

/** A line of a program, and not of an agent. */
const isLine = ({ source, what }: Signal): boolean =>
  (source === 'text' || source === 'tool') &&
  (what === 'statement' || what === 'uncaught' || what === 'cause' || what === 'build-failed')

const isTelling = (signal: Signal): boolean => {
  const { at, message } = signal
  if (!isLine(signal) || at === null || isOld(signal)) return false
  return (
    !isGeneric(message) &&
    (at.excerpt === message || !isGeneric(at.excerpt)) &&
    !QUIET.test(message) &&
    !NO_PROOF.test(message) &&
    !ONLY_NAMES.test(message)
  )
}

/** Warnings, tests that passed, lines of source code, advice. */
const NO_PROOF: RegExp = anyOf(
  [
    /^\W{0,6}(?:\d+:\d+ +)?warning\b|^\[W\]|^\s*(?:---? )?(?:PASS|SKIP|ok|✓|✔)\b/,
    /^\s*(?:raise|throw|return|if|for|def|import|from|echo|set) |^\s*\d{1,6} [|+-]|^cargo:|^TASK \[|\| TASK \[/,
    /^\[?INFO\b|^\W*\d+ errors?(?:\(s\))?(?: occurred)?:?$|\b\d+ errors?(?:\(s\))? occurred:$|\b0 errors?\b|\bTotal time: /,
    /\bfor more (?:information|details|help)\b|\brun with\b|\bsee https?:|\bdoes not automatically\b|\bnothing to (?:clean|do|remove|update)\b/,
    /^-- \S|\(\d+ failures?\)$|^\s*status code: \d+, request id|\bwhich itself failed|^\s*\+ \w|^\s*[+!-] +[\da-f]{7,40}\b|^\s*(?:note|help|hint): |^std(?:err|out) \| |^Also: /,
    /:\d+: (?:note|warning|remark|info): |^\d+ actionable tasks?: |^\* What went wrong:$|^> Task :\S+$|^\s*(?:const|let|var) \w+ ?= /,
  ],
  'i',
)

/** Where in the code it is, and what is wrong there. */
const IN_CODE: RegExp = anyOf(
  [
    /^(?:\S{1,12} )?(?:[A-Za-z]:)?[\w@./\\+*-]{1,200}\.\w{1,6}:\d+:\d+: (?!warning|note)\S/,
    /(?:^|[\s'"(/])[\w@./\\+*-]{1,200}\.\w{1,6}(?::\[?|\()\d+(?:[:,]\d+)?[\])]?:? .{0,200}(?:error|undefined|undeclared|unresolved|cannot|not used|expected|missing)/,
    /^e: file:\/\/\S{1,300}:\d+:\d+:? /,
    /\berror(?:\[[\w-]+\]| [A-Z]{1,6}\d{2,5}| \(\d{4}\)):/,
  ],
  'i',
)
/** What is missing, unknown, or there already. */
const IS_MISSING =
  /(?<![\w./-])(?:not found|no such|missing|undefined|undeclared|unresolved|unknown|illegal|cannot find|could not (?:be )?f(?:i|ou)nd|not installed|required by|does not exist|is not set|is required|not recognized|already exists)(?![\w/-]|\.\w)/i
const TROUBLE =
  /\b(?:error|fatal|fail(?:ed|ure)?|cannot|unable|must|should|invalid|not|\w+n't|in use|no output|time(?:d )?out|exceeded|killed|uncaught|segmentation fault)\b/i
/** The count of a test runner. */
const COUNTS = /\b[1-9]\d* (?:failed|failures?)\b/i
const NAMED_ERROR = /\b[A-Z]\w*(?:Error|Exception)\b/
/** What follows the colon is the cause. */
const HEADING = /:$/

/** What is directly under a heading is its cause. */
function gradeOf({ message, at }: Signal, distance: number): number {
  const reports = ENDS_IN_ERROR.test(message) || TELLS.test(message) ? 2 : 0
  const inCode = IN_CODE.test(message)
  const counts = COUNTS.test(message) ? 2 : 0
  const said = reports + counts + (inCode ? 3 : 0) + (IS_MISSING.test(message) ? 2 : 0)
  const isUnderHeading = causeOf(at?.before ?? '')?.cause === 'below'
  const speaks = distance <= NEAR_LINES && TROUBLE.test(message)
  if (said === 0) return Number(isUnderHeading) + Number(speaks)
  if (HEADING.test(message) && !inCode && !NAMED_ERROR.test(message)) return 1
  return said + (isUnderHeading ? 2 : 0)
}

type Graded = { readonly line: Signal | null; readonly grade: number }

/** The lines are sorted by distance, the nearest first. The first line of the nearest group of errors counts. */
function mostSpecific(lines: readonly Signal[], from: number): Graded {
  let best: Graded = { line: null, grade: 0 }
  for (const line of lines) {
    const grade = gradeOf(line, Math.abs(numberOf(line) - from))
    const last = best.line === null ? numberOf(line) : numberOf(best.line)
    const isMore = grade > best.grade && (isNear(line, last) || best.grade < TELLING)
    const isFirst = grade === best.grade && grade >= TELLING && isNear(line, last) && numberOf(line) < last
    if (isMore || isFirst) best = { line, grade }
  }
  return best
}

function uniqueLines(signals: readonly Signal[]): readonly Signal[] {
  const seen = new Set<number>()
  return signals.filter((one) => one.at === null || (!seen.has(one.at.line) && seen.add(one.at.line)))
}
