/** Decides whether the run failed at all. A success is claimed only if all known facts agree. */
import type { Signal, What } from '../signals/signal.ts'
import { isContinuation } from '../signals/statements.ts'
import { textCandidatesOf } from './candidates.ts'
import type { Candidate, DiagnoseInput } from './diagnosis.ts'
import { shellCode } from './endings.ts'
import { statedSuccess, type StatedSuccess } from './stated-success.ts'
import { statedStatus } from './stated-status.ts'
import {
  COMPLAINS,
  ENDS_IN_ERROR,
  GOES_PAST,
  GOT_OVER,
  IS_BACK,
  QUIET,
  TRIES_AGAIN,
  TRIES_ANOTHER,
} from './text-forms.ts'

/** A line this near to the end that reports an error is the result of the output. */
const LAST_WORD_LINES = 25
const LAST_LINES = 6

/** An unresolved problem that the agent or Mayday reported. */
export const isTrouble = (signal: Signal): boolean =>
  !signal.resolved &&
  (signal.source === 'typed' || signal.source === 'declared' || signal.source === 'mayday') &&
  signal.what !== 'success'

/** A finished install is the success of a setup, not of the tests after it. */
export const isSuccess = (signal: Signal): boolean =>
  !signal.resolved &&
  (signal.what === 'success' ||
    signal.what === 'tests-passed' ||
    signal.what === 'build-passed' ||
    (signal.what === 'install-passed' && signal.stage === 'setup'))

const LIMITS: ReadonlySet<What> = new Set<What>(['turn-limit', 'budget-limit'])
/** A line about the cost or an empty prompt may follow. */
const CLOSING_LINES = 4

/** Many loops exit with 0 after they reached a limit. Then their last words say that the work is not done. */
const isClosingLimit = ({ what, at }: Signal, { stage, lines = 0 }: DiagnoseInput): boolean =>
  LIMITS.has(what) && stage === 'agent_run' && lines - (at?.line ?? 0) < CLOSING_LINES

/**
 * If the exit code is 0, a status line of an unknown program is only plain text. The form of an adapter is stronger,
 * and so is the limit with which a loop ends.
 */
const proves = (signal: Signal, input: DiagnoseInput): boolean =>
  signal.source !== 'declared' || typeof input.agent === 'string' || isClosingLimit(signal, input)

/** Does the output of a structured agent lack its closing record? */
export const isCutOff = (input: DiagnoseInput): boolean =>
  input.structured === true && input.facts?.closed === false

/** The agent reported that it is done but did not exit, so Mayday stopped it. */
const isDoneAndStayed = ({ signals, facts, structured }: DiagnoseInput): boolean =>
  structured === true && facts?.closed === true && signals.some(isSuccess) && !signals.some(isTrouble)

export function hasFailed(input: DiagnoseInput, candidates: readonly Candidate[]): boolean {
  if (input.ending?.kind === 'stopped' && input.ending.by !== 'done') return !isDoneAndStayed(input)
  if (input.ending?.kind === 'lost' || input.ending?.kind === 'never-started') return true
  const code = shellCode(input)
  if (code !== null && code !== 0) return true
  if (input.ci !== undefined && input.ci.passed !== null) return false
  const isClaimed = input.signals.some((signal) => !signal.resolved && signal.source === 'marker')
  if (isClaimed && input.verified !== true) return true
  const trouble = input.signals.filter(
    (signal) => isTrouble(signal) && (code === null || proves(signal, input)),
  )
  if (trouble.some((signal) => !isMadeGood(signal, input))) return true
  return code === 0 ? false : failedWithoutCode(input, candidates)
}

/** An error that an agent printed as text, followed by its report of finished work: another attempt succeeded. */
function isMadeGood(error: Signal, input: DiagnoseInput): boolean {
  if (error.source !== 'declared' || input.structured === true) return false
  if (typeof input.agent === 'string' && LIMITS.has(error.what)) return false
  const stated = statedSuccess(input)
  // Agents exit with 0 after errors.
  return stated !== null && stated.rule !== 'success.exit-line' && isAfter(stated.signal, error)
}

/** A package manager reports only that its script failed. */
export const isPlainFailure = ({ source, what, resolved }: Signal): boolean =>
  source === 'tool' && what === 'failure' && !resolved

/** The failure stands until a later report of success. */
const hasPlainFailure = (signals: readonly Signal[]): boolean =>
  signals.findLastIndex(isPlainFailure) > signals.findLastIndex(isSuccess)

/** A module without tests is not a failure if the build that looked for them passed. */
const isBuiltWithout = (none: Signal, { signals }: DiagnoseInput): boolean =>
  none.what === 'no-tests' && signals.some((one) => one.what === 'build-passed' && isAfter(one, none))

/** A command that fails and is tried in another way at once: `mirror 1 failed, trying mirror 2`. */
const NEXT_LINES = 3
const isTriedElsewhere = (failed: Signal, { signals, lines = 0 }: DiagnoseInput): boolean =>
  signals.some(({ what, message, at }) => {
    const line = at?.line ?? 0
    const after = line - (failed.at?.line ?? 0)
    const isNext = what === 'statement' && after > 0 && after <= NEXT_LINES && lines - line > 1
    return isNext && TRIES_ANOTHER.test(message)
  })

/** Gradle and Maven report a success at their end if they tried a test again or were told to ignore it. */
const isIgnored = (failed: Signal, { signals }: DiagnoseInput): boolean =>
  failed.what === 'tests-failed' &&
  failed.detail.by === 'surefire' &&
  signals.some((one) => one.what === 'build-passed' && !one.resolved && isAfter(one, failed))

/** The rules for the end of a whole program. The others may be about a part of it. */
const ENDINGS: ReadonlySet<string> = new Set(['success.program-done', 'success.other-languages'])

/** After this many lines, a script has continued without the missing command. */
const LONG_AFTER = 200

/** A script continues after a missing command. Its last words count. */
function isMadeUpFor(missing: Signal, input: DiagnoseInput): boolean {
  const names = input.signals.flatMap(({ what, detail }) => (what === 'command-missing' ? detail.names : []))
  if (new Set(names).size > 1) return false
  const stated = statedSuccess(input)
  if (stated === null || !isAfter(stated.signal, missing)) return false
  const between = (stated.signal.at?.line ?? 0) - (missing.at?.line ?? 0)
  return between > LONG_AFTER || (ENDINGS.has(stated.rule) && names.length === 1)
}

/** An agent runs tools again after they failed. Its closing words say how it ended. */
function isRepaired(failure: Signal, input: DiagnoseInput): boolean {
  if (failure.stage !== 'agent_run') return false
  const stated = statedSuccess(input)
  return stated !== null && isAfter(stated.signal, failure)
}

/** These readers report the end of one program. The program that started it may continue. */
const OF_ONE_PROGRAM: ReadonlySet<string> = new Set(['python', 'node', 'ruby-php-elixir'])
const LEFT_LINES = 400

const isLeftBehind = ({ detail, at }: Signal, { lines = 0 }: DiagnoseInput): boolean =>
  OF_ONE_PROGRAM.has(detail.by ?? '') && lines - (at?.line ?? lines) > LEFT_LINES

/** A program that warns and prints more has continued. */
const WARNS = /^\W{0,4}\[?(?:WARN(?:ING)?|[Ww]arn(?:ing)?)\b/
/** A library that logs each request logs those that it repeats, too. */
const INFORMS = /^\W{0,4}(?:INFO|DEBUG)\b.{0,60}\bHTTP Request: /

/** Without an exit code: a failing summary, an output that was cut off, or an error at the end. */
function failedWithoutCode(input: DiagnoseInput, candidates: readonly Candidate[]): boolean {
  const isPassedOver = (signal: Signal): boolean =>
    isLeftBehind(signal, input) ||
    isBuiltWithout(signal, input) ||
    isIgnored(signal, input) ||
    isTriedElsewhere(signal, input) ||
    isRepaired(signal, input) ||
    (signal.what === 'command-missing' && isMadeUpFor(signal, input))
  if (candidates.some(({ signal }) => signal.source === 'tool' && !isPassedOver(signal))) return true
  if (hasPlainFailure(input.signals)) return true
  const stated = statedStatus(input)
  if (stated !== null) return stated.status !== 0
  if (givesUp(input)) return true
  if (input.signals.some((signal) => isSuccess(signal) && !isPlainWord(signal, input))) return false
  if (isCutOff(input) || questionOf(input) !== null) return true
  const lastWords = textCandidatesOf(input, LAST_WORD_LINES)
    .map(({ signal }) => signal)
    .filter(
      ({ message, detail }) => !INFORMS.test(message) && !(WARNS.test(message) && (detail.after ?? 0) > 0),
    )
  return (
    redTestsOf(input) !== null ||
    lastWords.some((signal) => isLastWord(signal, input)) ||
    endsInError(input) ||
    diedOfError(input) ||
    isCrashReport(input) ||
    complaintOf(input) !== null
  )
}

/**
 * A success that a later error revokes: a claim of an unknown program, the success of a part, or that of a build or
 * an install whose program was started afterwards.
 */
const isPlainWord = ({ source, what, detail }: Signal, { agent }: DiagnoseInput): boolean =>
  detail.soFar === true ||
  what === 'build-passed' ||
  what === 'install-passed' ||
  (source === 'declared' && typeof agent !== 'string')

/** A script states its end, no matter what happened directly before. */
const END_LINES = 5
const isOnlyEnd = (end: Signal, error: Signal): boolean =>
  end.source === 'declared' &&
  error.what === 'uncaught' &&
  (end.at?.line ?? 0) - (error.at?.line ?? 0) <= END_LINES

/** A program that prints more lines than these after an error, and then reports success, has recovered. */
const RECOVERY_LINES = 12

/** A success of the whole, not of one of the things that a program does before it ends. */
const OF_ALL =
  /\bsuccess(?:ful(?:ly)?)?\b|^\W{0,6}build succeeded\b|\b(?:0|no) (?:errors?|failed|failures)\b/i
const OF_A_PART =
  /\b(?:clean(?:ed|ing|-?up)|notif\w+|e?mails?|uploads?|uploaded|artifacts?|logs?|reports?|sessions?|connect\w*|disconnect\w*|roll(?:ed)?[ -]?back|recover\w*|retry|commit(?:ted)?|push(?:ed)?|saved|loaded|initiali[sz]\w*|started|clos(?:ed|ing)|releas(?:ed|ing)|sent|sav(?:ed|ing)|cache\w*|checkpoints?|backups?)\b/i
const isOfAll = ({ signal: { message } }: StatedSuccess): boolean =>
  OF_ALL.test(message) && !OF_A_PART.test(message)

/**
 * The last words state a success, and the program continued between the error and them. Explicit words about the
 * whole work need no such proof, but no program continues after an uncaught error.
 */
function isWorkedPast({ at, what }: Signal, input: DiagnoseInput): boolean {
  const stated = statedSuccess(input)
  if (stated === null) return false
  const between = (stated.signal.at?.line ?? 0) - (at?.line ?? 0)
  if (between >= RECOVERY_LINES) return true
  return isOfAll(stated) && between > (what === 'uncaught' ? END_LINES : 0)
}

/** A retried or recovered error is not the ending. */
function isLastWord(error: Signal, input: DiagnoseInput): boolean {
  const { message, detail } = error
  const { signals } = input
  if (isWorkedPast(error, input)) return false
  if (signals.some((one) => isSuccess(one) && isAfter(one, error) && !isOnlyEnd(one, error))) return false
  if ((detail.after ?? 0) > 0 && (TRIES_AGAIN.test(message) || GOES_PAST.test(message))) return false
  if (isTriedElsewhere(error, input)) return false
  return !signals.some(
    (one) =>
      one.what === 'statement' &&
      isAfter(one, error) &&
      (IS_BACK.test(one.message) ||
        (one.stage === 'agent_run' && !isContinuation(one.message) && GOT_OVER.test(one.message))),
  )
}

/** A program may print this many lines while it cleans up after an error. */
const TIDY_LINES = 100

/** An uncaught error with hardly any output after it. */
const diedOfError = (input: DiagnoseInput): boolean =>
  input.signals.some(
    (signal) =>
      signal.what === 'uncaught' &&
      (signal.detail.after ?? 0) < (signal.detail.died === true ? TIDY_LINES : LAST_LINES) &&
      isLastWord(signal, input),
  )

/** A crash report begins with the error. The frames, the paths and the versions follow. */
const REPORT_HEAD = 12
const REPORT_LINES = 300
const NAMED_ERROR = /^\W{0,4}(?:[A-Za-z_]\w*(?:\.|::)){0,8}[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?: \S/

const REPORT_OF_DEATH =
  /^Exception Type:\s{1,20}EXC_|^Faulting (?:application|module) name: |^\s{0,8}Native Crash Reporting$|\bEXCEPTION CAUGHT BY [A-Z]|\bFATAL EXCEPTION: \S|\bUnhandled page fault on /

const isCrashReport = (input: DiagnoseInput): boolean =>
  (input.lines ?? 0) <= REPORT_LINES &&
  input.signals.some(
    ({ what, message, at }) =>
      (at?.line ?? REPORT_HEAD) < REPORT_HEAD &&
      (what === 'uncaught' ||
        (what === 'statement' && (NAMED_ERROR.test(message) || REPORT_OF_DEATH.test(message)))),
  ) &&
  !input.signals.some(isSuccess) &&
  statedSuccess(input) === null

/** A command that failed at once prints only its complaint. */
const COMPLAINT_LINES = 8
/** In a longer output, the complaint is among the last lines with content. */
const AFTER_COMPLAINT = 2

/** The complaint, if the output is nothing more. */
export function complaintOf(input: DiagnoseInput): Signal | null {
  const { lines = 0, signals, agent, stage } = input
  if (typeof agent === 'string' || stage === 'agent_run') return null
  if (signals.some(isSuccess) || statedSuccess(input) !== null) return null
  const complaint = signals.findLast(({ what, message }) => what === 'statement' && COMPLAINS.test(message))
  if (complaint === undefined) return null
  const { message, detail } = complaint
  if (lines > COMPLAINT_LINES && (detail.after ?? lines) > AFTER_COMPLAINT) return null
  return QUIET.test(message) || TRIES_AGAIN.test(message) || GOES_PAST.test(message) ? null : complaint
}

const isAfter = (one: Signal, other: Signal): boolean => (one.at?.line ?? 0) > (other.at?.line ?? 0)

/** An agent in text mode ends in the same way whether it did the work or not. Its last message says which. */
function givesUp(input: DiagnoseInput): boolean {
  if (input.structured === true || typeof input.agent !== 'string' || statedSuccess(input) !== null)
    return false
  return textCandidatesOf(input, LAST_WORD_LINES).some(({ reason }) => reason === 'AGENT_GAVE_UP')
}

/** The agent asks what to do, and reports no work. */
const ASKS =
  /\b(?:what (?:would you like|do you want|should I)|how can I help|tell me what you want|awaiting (?:your |the )?(?:next )?(?:tasks?|instructions?)|waiting for (?:your |the )?(?:next )?(?:tasks?|instructions?)|please (?:provide|share|paste|upload|send|give) (?:me )?(?:the|your|more|me)|let me know\b.{0,60}\bI(?:'ll| will| can) (?:get started|start|begin|proceed|continue|implement|go ahead|apply|make)|before I (?:make|start|begin|proceed|implement|change|write|touch)\b.{0,60}\b(?:I )?(?:need|want|have) to (?:know|ask|clarify|confirm))\b/i
/** The agent made a plan and waits for permission to begin. */
const ASKS_TO_BEGIN =
  /\b(?:should|shall|may|can) I (?:proceed|go ahead|start|begin|implement|apply)\b|\bwould you like me to (?:proceed|go ahead|start|begin|implement|apply)\b/i
const DID_WORK =
  /\bI(?:'ve| have)? (?:now |also |already |successfully )*(?:implemented|fixed|added|created|updated|wrote|removed|changed)\b/i
const REPORTS_WORK =
  /\b(?:implemented|fixed|added|created|updated|refactored|finished|completed?|done|wrote|removed|changed|passing|passed)\b/i
const ASKING_LINES = 6

const closingWords = (words: string): string =>
  words
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-ASKING_LINES)
    .join('\n')

/** How an agent reports the tests that it ran last: `41 passed, 3 failed`, `two tests still fail`. */
const RED_COUNT =
  /(?<!\b(?:attempt|try|retry|run|step|iteration|loop|cycle|round|phase|task|job|story|stage|turn|request) ?#?)\b[1-9]\d{0,6} (?:(?:unit|e2e|integration|\w+) )?(?:tests? |specs? |checks? |cases? |of \d+ (?:tests? )?)?(?:still )?(?:fail(?:ed|ing|ures?)?|red)\b|\bfail(?:ed|ures?|ing)?: ?[1-9]\d{0,6}\b/i
const RED_WORDS =
  /\b(?:tests?|specs?|checks?|suite) (?:\w+ ){0,3}?(?:still|now|currently) (?:fail(?:s|ing)?|red|broken)\b|\b(?:tests?|suite) schl(?:agen|ägt) (?:\w+ ){0,2}fehl\b|\btests? échouent\b|\b(?:pruebas|tests|testes) (?:todavía |aún |ainda )?(?:fallan|falham)\b|测试(?:仍然|仍|还是)?(?:失败|未通过)/i
const GREEN =
  /\ball (?:\d+ )?(?:\w+ )?(?:tests?|checks?|specs?)\b.{0,30}\bpass|\b0 (?:failed|failures|failing)\b|全部通过/i
/** The failures of others, of before, or ones that are gone. */
const EXCUSED =
  /\b(?:pre-?existing|unrelated|not related|baseline|before|already|flaky|known|expected|previous(?:ly)?|earlier|initially|originally|were|was|had|used to|no longer|fixed|resolved|also fail(?:s|ed)? (?:on|without)|on main|on master|environment(?:al)?|sandbox|offline)\b|→|->|=>/i
const RED_NEAR = 12

/** The line with which an agent, in its closing report, says that its own tests fail. */
export function redTestsOf({ stage, signals, structured }: DiagnoseInput): Signal | null {
  if ((stage ?? signals[0]?.stage) !== 'agent_run' || structured === true) return null
  const said = signals.filter(({ what, detail }) => what === 'statement' && (detail.after ?? 0) < RED_NEAR)
  const red = said.findLastIndex(
    ({ message }) => !TRIES_AGAIN.test(message) && (RED_COUNT.test(message) || RED_WORDS.test(message)),
  )
  const around = said.slice(Math.max(0, red - 1), red + 2)
  if (red < 0 || around.some(({ message }) => EXCUSED.test(message))) return null
  return said.slice(red + 1).some(({ message }) => GREEN.test(message)) ? null : (said[red] ?? null)
}

/** The line with which the agent asks. Null if it does not, or reports work. */
export function questionOf({ facts, stage, signals, isStageInferred }: DiagnoseInput): Signal | null {
  const isAgents = (stage ?? signals[0]?.stage) === 'agent_run'
  if (!isAgents || isStageInferred !== true) return null
  const words = facts?.lastWords ?? ''
  if (ASKS_TO_BEGIN.test(closingWords(words)) && !DID_WORK.test(words)) {
    const asked = signals.findLast(({ what, message }) => what === 'statement' && ASKS_TO_BEGIN.test(message))
    if (asked !== undefined) return asked
  }
  if (REPORTS_WORK.test(closingWords(words))) return null
  const isQuestion = ({ what, message, detail }: Signal): boolean =>
    what === 'statement' && (detail.after ?? 0) < ASKING_LINES && ASKS.test(message)
  return signals.findLast(isQuestion) ?? null
}

/** Only the stack or the body of an error may follow it, no other statement. */
const endsInError = (input: DiagnoseInput): boolean =>
  input.signals.some(
    (signal) =>
      signal.what === 'statement' &&
      (signal.detail.after ?? 0) < LAST_LINES &&
      ENDS_IN_ERROR.test(signal.message) &&
      !QUIET.test(signal.message) &&
      isLastWord(signal, input),
  )
