/** Reads the success that the last words of an output state, if neither a code nor a record proves one. */
import { cued } from '../signals/cued.ts'
import { isDebug } from '../signals/statements.ts'
import { readLogLine } from '../signals/agents/generic/log-line.ts'
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'
import type { SuccessRule } from './success-rule.ts'
import { wordedSuccess } from './worded-rules.ts'
import { ENDS_IN_ERROR, QUIET, TELLS } from './text-forms.ts'

export type StatedSuccess = { readonly rule: string; readonly signal: Signal }

/** Words after a stated success that revoke it. */
export const TAKES_BACK: RegExp = cued(
  /n[o']t|still|unable|manual|blocked|gave|giving|no (?:succ|vali|work|usab)|remaining|mark|fail|diverg|mismatch|discrep|regress|violat|without|❌/i,
  /^\W{0,20}❌|\bwithout success\b|\b(?:still (?:failing|fails?|broken|red)|(?:did|does|do|could|can)(?: ?n[o']t|not)\b.{0,20}\b(?:pass|work|complete|succeed|finish|fix|run|verify|push|commit)|unable to|manual (?:intervention|fix) (?:is )?(?:needed|required)|(?:is|are|was|were|got|am) (?:still )?blocked|gave up|giving up|^\W*(?:[A-Z]+:[\w.]{1,60}:)?no (?:successful|valid|working|usable) (?:\w+ )?(?:attempts?|runs?|results?|solutions?|tries|patch(?:es)?|candidates?|builds?)\b|[1-9]\d* (?:\w+ ){0,2}blocked|remaining: {1,20}[1-9]\d*|mark(?:ed|ing) (?:it |this |\w+ )?as (?:failed|blocked|incomplete|unresolved)|tests? fail(?:s|ed|ing)?\b|[1-9]\d* (?:divergences?|mismatch(?:es)?|discrepanc(?:y|ies)|regressions?|violations?)\b|(?:not|isn't|aren't) (?:yet )?(?:complete|done|finished|fixed|working|passing))\b/i,
)

/** The agent waits for an instruction before it does anything. */
const ASKS_FOR_WORK =
  /\b(?:what (?:would you like|do you want|should I|can I)|how can I help|awaiting (?:your )?(?:task|instructions)|please (?:provide|share|paste|give me|tell me))\b/i

/** The last words announce the next step or ask for permission, so the work is not done. */
const GOES_ON: RegExp = cued(
  /I'll|I will|I'm going|let me|let's|\bI \w|would you like|need /i,
  /^(?:now,? |next,? |first,? |then,? )?(?:I'll|I will|I'm going to|let me(?! know)|let's)\b.{0,200}[:.…]?$|\b(?:should|shall|may|can) I (?:proceed|go ahead|continue|start|begin|implement|apply)\b|\bwould you like me to (?:proceed|go ahead|start|begin|implement|apply|make)\b|\bneed (?:your )?(?:permission|approval) (?:to|for|before)\b/i,
)

/** Signs of lists, headings and emphasis around a sentence. */
const ORNAMENT = /^(?:[#>*+_~=\s-]|\d+[.)]\s|\[[ x]\]\s)+/
/** The right side of a banner. */
const BANNER_END = / [=*#~-]{2,80}$/
const plainOf = (line: string): string => {
  const { message } = readLogLine(line)
  return readLogLine(message.replace(ORNAMENT, ''))
    .message.replaceAll('**', '')
    .replace(BANNER_END, '')
    .replace(/^_+|_+$/g, '')
}

/** A loop that ends at its limit cleans up and prints its results too. */
const AT_LIMIT =
  /\b(?:reached|hit|exceeded) (?:the |its )?(?:iteration|turn|step|round|attempt) (?:limit|cap|budget)\b|\bmax(?:imum)?[ _](?:number of )?(?:\w+ )?(?:turns|steps|iterations|rounds|attempts|retries)\b.{0,20}\b(?:reached|exceeded|hit|exhausted)\b|\b(?:reached|hit|exceeded) (?:the )?max(?:imum)?\b.{0,30}\b(?:turns|steps|iterations|rounds|attempts|retries)\b/i
/** What it prints then. */
const CLOSING_LINES = 20

export function statedSuccess({ signals, stage }: DiagnoseInput): StatedSuccess | null {
  const said = signals.filter(({ what }) => what === 'statement')
  const isAgents = (stage ?? signals[0]?.stage) === 'agent_run'
  const isClean =
    !signals.some(({ what }) => what === 'uncaught') && !said.some(({ message }) => isError(message))
  for (const signal of said.toReversed()) {
    const rule = ruleOf(signal, { isAgents, isClean })
    if (rule !== undefined)
      return isAtLimit(signals, signal) || (!isAgents && isUndone(said, signal))
        ? null
        : { rule: rule.id, signal }
    if (deniesSuccess(signal.message)) return null
  }
  return null
}

/** A script that undoes its work says at its end that it is done, as always. */
const UNDOES =
  /\b(?:rolling|rolled|reverting|reverted) back\b|\broll(?:ing|ed)?[ -]?back (?:to|is|was|complete[d]?|done|finished|started)\b/i

const isUndone = (said: readonly Signal[], success: Signal): boolean =>
  said.some(({ message, at }) => {
    const before = (success.at?.line ?? 0) - (at?.line ?? 0)
    return before >= 0 && before <= CLOSING_LINES && UNDOES.test(message)
  })

const isAtLimit = (signals: readonly Signal[], success: Signal): boolean =>
  signals.some(({ what, message, at, resolved }) => {
    const before = (success.at?.line ?? 0) - (at?.line ?? 0)
    const isLimit = what === 'turn-limit' ? !resolved : what === 'statement' && AT_LIMIT.test(message)
    return isLimit && before > 0 && before <= CLOSING_LINES
  })

const deniesSuccess = (line: string): boolean =>
  TAKES_BACK.test(line) ||
  ASKS_FOR_WORK.test(line) ||
  GOES_ON.test(plainOf(line).replaceAll('’', "'")) ||
  ((ENDS_IN_ERROR.test(line) || TELLS.test(line)) && !/\b(?:0|no|zero) (?:errors?|failures?)\b/i.test(line))

const NO_ERROR =
  /\b(?:0|no|zero|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\b[\w ]{0,20}[:=]\s?0\b|^\W*(?:\w+ ){0,2}errors?$/i
/** Words for a problem in any form. If the output contains one, figures alone do not prove a success. */
const TROUBLE =
  /\b(?:failed|failure|fatal|exception|traceback|aborted|panic(?:ked)?|killed)\b|\b(?:error|errors)\b(?! (?:rate|bars?|margin|handling|page|analysis|=? ?[\d.]+e?[-+]?\d*\b))/i

const isError = (line: string): boolean =>
  (ENDS_IN_ERROR.test(line) || TROUBLE.test(line)) && !NO_ERROR.test(line) && !QUIET.test(line)

type Output = { readonly isAgents: boolean; readonly isClean: boolean }

function ruleOf({ message, detail, at }: Signal, { isAgents, isClean }: Output): SuccessRule | undefined {
  const line = plainOf(message)
  // A loop around an agent logs its own small steps at this level.
  if (TAKES_BACK.test(line) || (isAgents && isDebug(message))) return undefined
  // The message of a statement has no time prefix. The excerpt still has it.
  const { logged } = readLogLine(at?.excerpt ?? message)
  return wordedSuccess.find(
    (rule) =>
      (isAgents || rule.ofAgents !== true) &&
      !(logged && rule.unlogged === true) &&
      (rule.clean !== true || (isClean && !isAgents)) &&
      (detail.after ?? 0) < rule.within &&
      (rule.says.test(line) || rule.says.test(message)) &&
      rule.not?.test(line) !== true,
  )
}
