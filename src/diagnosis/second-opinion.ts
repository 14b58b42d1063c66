/**
 * A second opinion: the answer of an agent that was asked why a run failed.
 *
 * O1 It decides only if Mayday's own verdict is open: undetermined, UNKNOWN, or low-confidence text. O2 It never
 * proves a success, and never raises the confidence above medium.
 */
import { inAllDialects } from '../reasons/dialects/dialects.ts'
import type { Reason } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import type { Asked } from './asked.ts'
import { adviceFor, type Evidence, type Explanation } from './explain.ts'

/** A valid answer: the reason exists, and the quote is on its line. */
export type Opinion = { readonly reason: Reason; readonly evidence: Evidence }

type Judged = Pick<Explanation, 'verdict' | 'reason' | 'confidence' | 'evidence'>

/** Is the verdict open (O1)? */
export const isOpen = ({ verdict, reason, confidence, evidence }: Judged): boolean =>
  verdict === 'undetermined' ||
  reason === 'UNKNOWN' ||
  (verdict === 'failed' && confidence === 'low' && evidence[0]?.source === 'text')

/** The explanation with the question to the agent. If the answer counts, it is the verdict. */
export function withOpinion(found: Explanation, asked: Asked, opinion: Opinion | null): Explanation {
  if (opinion === null || !isOpen(found)) return { ...found, asked }
  const { reason, evidence } = opinion
  const { resetAt: _resetAt, failing: _failing, ...rest } = found
  return {
    ...rest,
    verdict: 'failed',
    reason,
    class: reasons[reason].class,
    meaning: reasons[reason].meaning,
    // O2. If nothing else proves that the run failed, the agent's claim is the only evidence.
    confidence: found.verdict === 'undetermined' ? 'low' : 'medium',
    rule: `asked.${asked.agent}`,
    evidence: [evidence],
    alternatives: [...lostTo(found, reason, asked.agent), ...found.alternatives],
    plan: adviceFor(reason, found.circular, undefined),
    dialects: inAllDialects(reason, found.ending),
    asked,
  }
}

/** The earlier low-confidence verdict, as an alternative. */
const lostTo = ({ reason, rule }: Explanation, now: Reason, agent: string): Explanation['alternatives'] =>
  reason === null || reason === 'UNKNOWN' || reason === now
    ? []
    : [{ reason, rule, why: `plain text of low confidence; ${agent} was asked and names another line` }]
