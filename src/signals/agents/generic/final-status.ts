/**
 * Recognises how loops and orchestrators report the end of a run: `Status: FAILED`, `decision=max_turns_exceeded`,
 * `execution timed out after 15 minutes`. The patterns are narrow, because a match counts as the runner's own report.
 */
import type { What } from '../../signal.ts'
import { readLogLine, type LogLine } from './log-line.ts'
import { isDebug } from '../../statements.ts'
import { outcomeOf } from './outcomes.ts'
import { denialRules, runRules } from './run-rules.ts'
import { statusRules, type StatusRule } from './status-rules.ts'
import { ruleFor } from './word-rule.ts'

/** What a line reports. `work` means that the run continues. */
export type StatusLine = {
  readonly what: What | 'work'
  readonly message: string
  readonly logged: boolean
  /** A field says it, so it is an ending. A sentence may be about one attempt of several. */
  readonly labelled: boolean
}

const LONGEST = 300
/** A table row is about one task of several. */
const TABLE_ROW = /[│┃║].*[│┃║].*[│┃║]/

const KEY =
  '(?:final[ _-]?)?(?:status|decision|outcome|verdict|result|state|(?:exit|stop|finish|termination|failure|terminal)[ _-]?reason|failure[ _-]?mode|exit[ _-]?status)'
/** `Status: FAILED` as the whole message. */
const LABELLED = new RegExp(
  `^(?:overall |run |task |agent |session |build )?(${KEY}):\\s*["'\`*]*([A-Za-z][\\w -]{1,60}?)["'\`*.!]*(?:\\s{1,3}(?:[—–(]|- )\\s?.{0,120})?$`,
  'i',
)
/** `decision=cancelled` anywhere in a logged message. */
const ASSIGNED = new RegExp(
  `(?:^|[\\s,;(\\[])(${KEY})=["'\`]?([A-Za-z][\\w-]{1,60})|\\((reason): ([a-z]{1,30}(?:_[a-z]{1,30}){1,5})\\)`,
  'gi',
)
/** Keys that give the status of something else, unless the line is about the whole run. */
const LOOSE_KEY = /^(?:status|state|result)$/i
const OF_THE_WHOLE =
  /\b(?:complete|completed|finished|final|ended|done|overall|summary|orchestration|workflow|pipeline|session|run|loop|exiting|terminated)\b|\b(?:task|story|issue|job|run)=\S{1,60} (?:state|status)=/i

/** Words without which no pattern below can match. Most lines of a long log are skipped at once. */
const SPEAKS_OF =
  /\bok\b|status|ended|consecutive|\bno \w+ (?:for|in|within)|restart|respawn|out of |error|permission|marked|token|signal|marker|unfinished|solved|tool call|command|decision|outcome|verdict|result|state|reason|mode|tim|max|limit|stuck|stall|loop|breaker|progress|denied|interrupt|cancel|abort|SIG|ctrl|giv|gave|fail|error|complet|finish|succe|done|pass|graceful|start|execut|begin|resum|runn|retry|iteration|step|turn|round|attempt/i
const ENDS =
  /tim|max|ended|consecutive|too many|repeated|no \w+ (?:for|in|within|after|since) |did not |out of |marked|permission|restart|limit|budget|cost|spend|stuck|stall|loop|breaker|progress|denied|interrupt|cancel|abort|SIG|ctrl|giving|gave/i

/** Tools and requests of a run have their own timeouts and cancellations. */
const PART_OF_A_RUN =
  /\b(?:tests?|commands?|tools?|bash|shell|scripts?|quer(?:y|ies)|hooks?|requests?(?! processing)|connections?|builds?|installs?|downloads?|fetch|health|specialist|sub-?agents?)\b/i

/** What the line says about the state of the run, or null. */
export function readStatusLine(line: string, log: LogLine = readLogLine(line)): StatusLine | null {
  const { message } = log
  if (message === '' || message.length > LONGEST || !SPEAKS_OF.test(message) || TABLE_ROW.test(line))
    return null
  if (isDebug(line)) return null
  const label =
    labelledOutcome(message) ?? namedOutcome(log) ?? (log.logged ? assignedOutcome(message) : null)
  const what = label ?? statusOf(log)
  const logged = log.logged || message !== line.trim()
  return what === null ? null : { what, message, logged, labelled: label !== null }
}

function statusOf(log: LogLine): What | 'work' | null {
  // Quoted text is a title or a message of another program.
  const rule = sentenceRule(log.message.replaceAll(/"[^"]*"|`[^`]*`/g, '""'))
  const told = rule?.means ?? toldBy(log)
  if (told === null || rule?.isCounted === true) return told
  // Text in a later sentence denies something else.
  return ruleFor(denialRules, log.message.split(/\.\s/, 1)[0] ?? '') === undefined ? told : null
}

/** Something in it failed: `pipeline finished: 3 ok, 1 failed`. */
const COUNTS_FAILURES =
  /\b[1-9]\d{0,6} (?:\w{1,20} )?(?:failed|failures?|failing|errors?|errored|unresolved|incomplete)\b(?! (?:fixed|resolved|handled|recovered))/i

function toldBy({ message, logged }: LogLine): What | 'work' | null {
  const means = ruleFor(runRules, message)?.means ?? null
  if (means === 'success' && COUNTS_FAILURES.test(message)) return 'failure'
  if (means === 'work') return logged || message.startsWith('=') ? 'work' : null
  return means === 'failure' && PART_OF_A_RUN.test(message.slice(0, 80)) ? null : means
}

function labelledOutcome(message: string): What | null {
  const value = message.includes(':') ? LABELLED.exec(message)?.[2] : undefined
  return value === undefined || value.split(' ').length > 5 ? null : outcomeOf(value)
}

/** A logged message that is only a name: `ITERATION_LIMIT_REACHED`. */
const namedOutcome = ({ message, logged }: LogLine): What | null =>
  logged && (/^[A-Z]+(?:_[A-Z]+){1,5}$/.test(message) || NOT_DONE.test(message)) ? outcomeOf(message) : null

/** A logged message that is only the verdict on the task. */
const NOT_DONE =
  /^(?:unfinished|unsuccessful|unsolved|unresolved|incomplete|not (?:finished|completed?|solved|resolved))$/i

function assignedOutcome(message: string): What | null {
  if (!message.includes('=') && !message.includes('(reason: ')) return null
  let found: What | null = null
  for (const [, key = '', value = '', , named = ''] of message.matchAll(ASSIGNED)) {
    if (LOOSE_KEY.test(key) && !OF_THE_WHOLE.test(message)) continue
    found = outcomeOf(value || named) ?? found
  }
  return found
}

/** What a sentence says about the end of the run. It is also used for messages of unknown errors. */
export const sentenceOutcome = (message: string): What | null => sentenceRule(message)?.means ?? null

function sentenceRule(message: string): StatusRule | null {
  if (!ENDS.test(message)) return null
  for (const rule of statusRules) {
    const { says, means: what, ofAnyPart } = rule
    const match = says.exec(message)
    if (match === null || match.index > 60) continue
    if (
      ofAnyPart !== true &&
      (what === 'time-limit' || what === 'interrupt') &&
      PART_OF_A_RUN.test(message.slice(0, match.index + match[0].length))
    )
      continue
    return rule
  }
  return null
}
