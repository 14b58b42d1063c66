import { UnknownWordError } from '../../errors.ts'
import type { Reason } from '../reason.ts'
import { reasons } from '../table.ts'
import type { RunStage } from '../stages.ts'

/** The fifteen codes of the bench dialect in its order of precedence. 1 is the first. */
export const benchWords = [
  'GIT_CLONE_FAILED',
  'GIT_CHECKOUT_FAILED',
  'SETUP_TIMEOUT',
  'SETUP_FAILED',
  'BASELINE_NOT_FAILING',
  'SANDBOX_ERROR',
  'LLM_ERROR',
  'TOOL_ERROR',
  'TIMEOUT',
  'AGENT_GAVE_UP',
  'TESTS_FAILED',
  'NO_TESTS_COLLECTED',
  'INTERNAL_ERROR',
  'INTERRUPTED',
  'UNKNOWN',
] as const

export type BenchWord = (typeof benchWords)[number]

/** Its position among the fifteen, from 1. Throws for any other word. */
export function benchPrecedence(word: BenchWord): number {
  const at = benchWords.indexOf(word)
  if (at < 0) throw new UnknownWordError('bench word', word, benchWords)
  return at + 1
}

export const toBench = (reason: Reason): BenchWord => reasons[reason].words.bench

/** The bench word of an attempt: the lowest bench precedence among the reasons of all its stages. */
export const benchWordOf = (found: readonly Reason[]): BenchWord | null =>
  found.map(toBench).toSorted((a, b) => benchPrecedence(a) - benchPrecedence(b))[0] ?? null

const byPytestCode: ReadonlyMap<number, BenchWord | null> = new Map([
  [0, null],
  [1, 'TESTS_FAILED'],
  [2, 'INTERRUPTED'],
  [3, 'INTERNAL_ERROR'],
  [4, 'INTERNAL_ERROR'],
  [5, 'NO_TESTS_COLLECTED'],
  [124, 'TIMEOUT'],
  [137, 'TIMEOUT'],
])

/** The literal map of pytest's exit codes; `null` is success. */
export const fromPytestExitCode = (exitCode: number): BenchWord | null =>
  byPytestCode.has(exitCode) ? (byPytestCode.get(exitCode) ?? null) : 'UNKNOWN'

const byStage: Readonly<Record<RunStage, (exitCode: number) => BenchWord | null>> = {
  git_clone: (exitCode) => (exitCode === 0 ? null : 'GIT_CLONE_FAILED'),
  git_checkout: (exitCode) => (exitCode === 0 ? null : 'GIT_CHECKOUT_FAILED'),
  setup: (exitCode) => (exitCode === 0 ? null : 'SETUP_FAILED'),
  baseline_run: (exitCode) => (exitCode === 0 ? 'BASELINE_NOT_FAILING' : null),
  agent_run: fromPytestExitCode,
  final_test: fromPytestExitCode,
}

const isBenchStage = (stage: string): stage is RunStage => Object.hasOwn(byStage, stage)

/** Why the stage ended without an exit code. */
export type StageAbort = { readonly interrupted?: boolean; readonly error?: unknown }

/**
 * The literal stage map: exceptions first, then the codes of a time limit (124, 137), then the stage.
 * `null` is success, or a valid failing baseline. A stage outside the six throws.
 *
 * @example fromStage('setup', 124) // 'SETUP_TIMEOUT'
 */
export function fromStage(stage: string, exitCode: number, abort: StageAbort = {}): BenchWord | null {
  if (!isBenchStage(stage)) {
    throw new UnknownWordError('stage', stage, Object.keys(byStage))
  }
  if (abort.interrupted === true) return 'INTERRUPTED'
  if (abort.error !== undefined && abort.error !== null) return 'UNKNOWN'
  if (exitCode === 124 || exitCode === 137) return stage === 'setup' ? 'SETUP_TIMEOUT' : 'TIMEOUT'
  return byStage[stage](exitCode)
}
