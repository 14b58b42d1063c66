import type { Signal } from '../signals/signal.ts'
import { BUILD_NEEDS } from './build-needs.ts'
import type { Verdict } from './diagnosis.ts'

/** A checker that a build tool started counts what it found. */
const FINDINGS =
  /^\s*[✖✗✘] [1-9]\d* (?:errors?|problems?|violations?)\b|^\W{0,4}[1-9]\d* (?:out )?of \d+ (?:tests?|checks?|specs?) failed\b/

/** The verdict of a build tool is generic, and the line that proves it names what the machine lacks. */
export function withNeeds(verdict: Verdict, [proof]: readonly Signal[]): Verdict {
  if (verdict.reason !== 'BROKEN_BUILD' || proof === undefined) return verdict
  const line = proof.at?.excerpt ?? proof.message
  if (BUILD_NEEDS.test(line)) return { ...verdict, reason: 'SETUP_FAILED', rule: 'tool.build-needs' }
  return FINDINGS.test(line) ? { ...verdict, reason: 'TESTS_FAILED', rule: 'tool.build-findings' } : verdict
}
