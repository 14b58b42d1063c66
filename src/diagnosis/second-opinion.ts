/**
 * A second opinion: what an agent answered when it was asked why a run failed.
 *
 * O1 It decides only where Mayday's own verdict is open: undetermined, UNKNOWN, or low-confidence text.
 * O2 It never proves a success, and never raises the confidence above medium.
 */
import { inAllDialects } from '../reasons/dialects/dialects.ts'
import type { Reason } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import type { Asked } from './asked.ts'
import { adviceFor, type Evidence, type Explanation } from './explain.ts'

/** An answer that holds: the reason is in the table and the quote stands on its line. */
export type Opinion = { readonly reason: Reason; readonly evidence: Evidence }

type Judged = Pick<Explanation, 'verdict' | 'reason' | 'confidence' | 'evidence'>

/** O1. */
export const isOpen = ({ verdict, reason, confidence, evidence }: Judged): boolean =>
  verdict === 'undetermined' ||
  reason === 'UNKNOWN' ||
  (verdict === 'failed' && confidence === 'low' && evidence[0]?.source === 'text')

/** The explanation with what the agent was asked, and by its answer where that counts. */
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
    // O2. That the run failed at all is only the agent's word where nothing else determines it.
    confidence: found.verdict === 'undetermined' ? 'low' : 'medium',
    rule: `asked.${asked.agent}`,
    evidence: [evidence],
    alternatives: [...lostTo(found, reason, asked.agent), ...found.alternatives],
    plan: adviceFor(reason, found.circular, undefined),
    dialects: inAllDialects(reason, found.ending),
    asked,
  }
}

/** The low-confidence verdict that was there before. */
const lostTo = ({ reason, rule }: Explanation, now: Reason, agent: string): Explanation['alternatives'] =>
  reason === null || reason === 'UNKNOWN' || reason === now
    ? []
    : [{ reason, rule, why: `plain text of low confidence; ${agent} was asked and names another line` }]
