import type { Signal } from '../signals/signal.ts'
import { BUILD_NEEDS } from './build-needs.ts'
import type { Verdict } from './diagnosis.ts'

/** The verdict of a build tool is generic, and the line that proves it names what the machine lacks. */
export const withNeeds = (verdict: Verdict, [proof]: readonly Signal[]): Verdict =>
  verdict.reason === 'BROKEN_BUILD' &&
  proof !== undefined &&
  BUILD_NEEDS.test(proof.at?.excerpt ?? proof.message)
    ? { ...verdict, reason: 'SETUP_FAILED', rule: 'tool.build-needs' }
    : verdict
