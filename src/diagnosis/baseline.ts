import type { Reason } from '../reasons/reason.ts'
import type { Signal } from '../signals/signal.ts'
import type { Candidate, DiagnoseInput, Verdict } from './diagnosis.ts'
import { shellCode } from './endings.ts'
import { hasPytestCodes } from './pytest-codes.ts'

/** Reasons that make a baseline invalid with any exit code. */
const INVALID: ReadonlySet<Reason> = new Set<Reason>([
  'SANDBOX_ERROR',
  'DISK_FULL',
  'OUT_OF_MEMORY',
  'SETUP_FAILED',
  'BROKEN_BUILD',
  'NO_TESTS_COLLECTED',
  'INTERNAL_ERROR',
  'INTERRUPTED',
  'TIMEOUT',
])

/**
 * A baseline is valid if tests ran and at least one failed, according to the runner's summary, else according to exit
 * code 1. Null if its ending is unknown.
 */
export function diagnoseBaseline(input: DiagnoseInput, candidates: readonly Candidate[]): Verdict | null {
  const code = shellCode(input)
  if (code === null) return null
  if (code === 0)
    return {
      reason: 'BASELINE_NOT_FAILING',
      rule: 'baseline.passes',
      evidence: passed(input),
      confidence: 'high',
    }
  const failed = candidates.find((one) => one.reason === 'TESTS_FAILED')
  // A crash may be the bug itself. A kill from outside never is.
  const broken = candidates.find((one) => INVALID.has(one.reason) || one.signal.what === 'killed')
  if (broken !== undefined && (failed === undefined || broken.authority < failed.authority)) {
    return { reason: broken.reason, rule: broken.rule, evidence: [broken.signal], confidence: 'high' }
  }
  if (failed !== undefined)
    return { reason: null, rule: 'baseline.fails', evidence: [failed.signal], confidence: 'high' }
  if (code === 1) return { reason: null, rule: 'baseline.exit-1', evidence: [], confidence: 'medium' }
  const isEmpty = code === 5 && (input.command === undefined || hasPytestCodes(input))
  const byCode: Reason =
    code === 126 || code === 127 ? 'SETUP_FAILED' : isEmpty ? 'NO_TESTS_COLLECTED' : 'INTERNAL_ERROR'
  return { reason: byCode, rule: 'baseline.not-valid', evidence: [], confidence: 'low' }
}

const passed = (input: DiagnoseInput): readonly Signal[] =>
  input.signals.filter((signal) => signal.what === 'tests-passed').slice(-1)
