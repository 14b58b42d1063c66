import { isLimit } from '../reasons/classes.ts'
import { inAllDialects } from '../reasons/dialects/dialects.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Shape } from '../reasons/shape.ts'
import { reasons } from '../reasons/table.ts'
import { SHOWN_NAMES } from './test-run.ts'
import type { Reading } from '../signals/signal.ts'
import { verdictOf, type Diagnosis } from './diagnosis.ts'
import { verdictMeaning } from './verdict-meaning.ts'
import type { adviceSchema, evidenceSchema, explanationSchema } from './explanation-schema.ts'

/** One piece of evidence: the line that proves it. `line` and `byteOffset` are null for an exit code. */
export type Evidence = Shape<typeof evidenceSchema>

/** The default next step. `null` after a success, and if nothing is determined. */
export type Advice = Shape<typeof adviceSchema>

/** The contract of `mayday explain --json`. */
export type Explanation = Shape<typeof explanationSchema>

/** The verdict on an output in the format of the contract, with the default advice. */
export function explanationOf(reading: Reading, verdict: Diagnosis): Explanation {
  const { reason, ending } = verdict
  const { facts } = reading
  const resetAt = reason === null ? undefined : resetOf(reading, verdict)
  const stated = reading.signals.findLast((signal) => signal.what === 'stated-reason')?.message
  const failing = verdict.evidence[0]?.detail.names?.slice(0, SHOWN_NAMES)
  return {
    format: 'mayday.explain/2',
    verdict: verdictOf(verdict),
    reason,
    class: reason === null ? null : reasons[reason].class,
    meaning: meaningOf(verdict, stated),
    stage: verdict.stage,
    confidence: verdict.confidence,
    rule: verdict.rule,
    evidence: evidenceOf(verdict),
    alternatives: verdict.alternatives,
    circular: verdict.circular,
    ending,
    plan:
      reason === null || verdictOf(verdict) === 'undetermined'
        ? null
        : adviceFor(reason, verdict.circular, resetAt),
    dialects: reason === null ? null : inAllDialects(reason, ending),
    agent: reading.agent,
    ...(stated === undefined ? {} : { statedReason: stated }),
    ...(failing === undefined || failing.length === 0 ? {} : { failing }),
    ...(reason === null || facts.openTool === null ? {} : { openTool: facts.openTool }),
    ...(resetAt === undefined ? {} : { resetAt }),
    ...(facts.sessionId === null ? {} : { sessionId: facts.sessionId }),
    ...(facts.model === null ? {} : { model: facts.model }),
    ...(facts.turns === null ? {} : { turns: facts.turns }),
    ...(facts.costUsd === null ? {} : { costUsd: facts.costUsd }),
    ...(facts.tokens === null ? {} : { tokens: facts.tokens }),
    classifier: verdict.classifier,
    ...(verdict.ci === undefined ? {} : { ci: verdict.ci }),
    ...(verdict.earlier === undefined ? {} : { earlier: verdict.earlier }),
  }
}

/** The message for an undetermined output. It says what the user can add. */
const UNDETERMINED =
  'Nothing in this output proves a failure or a success. To settle it, give the exit code (--exit-code N) or a later part of the log.'

const meaningOf = (verdict: Diagnosis, stated: string | undefined): string | null => {
  const { reason } = verdict
  if (verdictOf(verdict) === 'undetermined') return UNDETERMINED
  return reason === null ? null : verdictMeaning(reasons[reason].meaning, { reason, statedReason: stated })
}

const evidenceOf = (verdict: Diagnosis): readonly Evidence[] =>
  verdict.evidence.map(({ source, at, message, newSince }) => ({
    source,
    file: at?.file ?? null,
    line: at?.line ?? null,
    byteOffset: at?.byteOffset ?? null,
    excerpt: at?.excerpt ?? message,
    ...(at?.before === undefined ? {} : { context: at.before }),
    ...(typeof newSince === 'string' ? { newSince } : {}),
  }))

/** When the limit resets: from the deciding signal, or from another signal about the same limit. */
function resetOf(reading: Reading, verdict: Diagnosis): string | undefined {
  if (verdict.reason === null || !isLimit(reasons[verdict.reason])) return undefined
  const told = verdict.evidence[0]?.detail.resetAt
  return (
    told ??
    reading.signals.findLast((signal) => !signal.resolved && signal.detail.resetAt !== undefined)?.detail
      .resetAt
  )
}

export function adviceFor(reason: Reason, circular: boolean, until: string | undefined): Advice {
  const { firstStep, policy } = reasons[reason]
  const { plan, words, retries, backoff, bound } = policy
  if (circular)
    return { kind: 'escalate', words: reasons.CIRCULAR_FIX.policy.words, retries: 0, backoff: false }
  const noReset = bound === 'reset' && until === undefined
  return {
    kind: noReset ? 'escalate' : plan,
    words: noReset ? `ask a person to ${firstStep ?? 'look at it'}: no reset time is known` : words,
    retries,
    backoff,
    ...(until === undefined ? {} : { until }),
  }
}
