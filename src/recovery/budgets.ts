/**
 * B1 A budget follows the task through every run since a person last said retry; waiting costs nothing.
 * B2 A run without an ending counts as an attempt: until it ends nobody knows that it was somebody else's fault.
 */
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { Budget } from '../record/task.ts'
import { isCounted, type PolicyOverrides } from './policy.ts'

export type Spent = {
  readonly attempts: number
  readonly wallMs: number
  readonly tokens: number
  readonly costUsd: number
}

type Costing = Pick<
  RunRecord,
  'run' | 'status' | 'reason' | 'correction' | 'durationMs' | 'tokens' | 'costUsd'
>

/** Does this run count as an attempt? A canceled one does not, nor one that others made fail. */
export function isAttempt(
  run: Pick<RunRecord, 'status' | 'reason' | 'correction'>,
  overrides: PolicyOverrides,
): boolean {
  const status = statusThatCounts(run)
  if (status === 'canceled') return false
  return status !== 'failed' || isCounted(reasonThatCounts(run) ?? 'UNKNOWN', overrides)
}

/** What the runs after `sinceRun` used together. */
export function spentBy(runs: readonly Costing[], sinceRun: number, overrides: PolicyOverrides = {}): Spent {
  const counting = runs.filter(({ run }) => run > sinceRun)
  const sum = (of: (run: Costing) => number | null): number =>
    counting.reduce((total, run) => total + (of(run) ?? 0), 0)
  return {
    attempts: counting.filter((run) => isAttempt(run, overrides)).length,
    wallMs: sum(({ durationMs }) => durationMs),
    tokens: sum(({ tokens }) => tokens),
    costUsd: sum(({ costUsd }) => costUsd),
  }
}

/** What is left; null where there is no limit. */
export const leftOf = (budget: Budget, spent: Spent): Budget => ({
  attempts: Math.max(0, budget.attempts - spent.attempts),
  wallMs: Math.max(0, budget.wallMs - spent.wallMs),
  tokens: budget.tokens === null ? null : Math.max(0, budget.tokens - spent.tokens),
  costUsd: budget.costUsd === null ? null : Math.max(0, budget.costUsd - spent.costUsd),
})

const BUDGETS = ['attempts', 'wallMs', 'tokens', 'costUsd'] as const

/** Which budget is used up; null where there is something left of each. */
export function usedUp(budget: Budget, spent: Spent): keyof Budget | null {
  const left = leftOf(budget, spent)
  return BUDGETS.find((name) => left[name] === 0) ?? null
}

export const isUsedUp = (budget: Budget, spent: Spent): boolean => usedUp(budget, spent) !== null
