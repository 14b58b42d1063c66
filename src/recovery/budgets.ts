/**
 * Budgets of a task.
 *
 * - B1 A budget includes every run of the task since the last manual retry. Waiting costs nothing.
 * - B2 A run without an ending counts as an attempt. Whether it was the fault of the agent is known only when it ends.
 */
import { orUnknown } from '../reasons/reason.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { Budget } from '../record/task.ts'
import { isCounted, type PolicyOverrides } from './policy.ts'

export type Spent = Readonly<Record<keyof Budget, number>>

type Costing = Pick<
  RunRecord,
  'run' | 'status' | 'reason' | 'correction' | 'durationMs' | 'tokens' | 'costUsd'
>

/** Does this run count as an attempt? A canceled run does not, nor a run whose failure has an external cause. */
export function isAttempt(
  run: Pick<RunRecord, 'status' | 'reason' | 'correction'>,
  overrides: PolicyOverrides,
): boolean {
  const status = statusThatCounts(run)
  if (status === 'canceled') return false
  return status !== 'failed' || isCounted(orUnknown(reasonThatCounts(run)), overrides)
}

/** What the runs after `sinceRun` used in total. */
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

/** What is left. Null: no limit. */
export const leftOf = (budget: Budget, spent: Spent): Budget => ({
  attempts: Math.max(0, budget.attempts - spent.attempts),
  wallMs: Math.max(0, budget.wallMs - spent.wallMs),
  tokens: budget.tokens === null ? null : Math.max(0, budget.tokens - spent.tokens),
  costUsd: budget.costUsd === null ? null : Math.max(0, budget.costUsd - spent.costUsd),
})

const BUDGETS = ['attempts', 'wallMs', 'tokens', 'costUsd'] as const

/** The budget that is used up. Null if something is left of each. */
export function usedUp(budget: Budget, spent: Spent): keyof Budget | null {
  const left = leftOf(budget, spent)
  return BUDGETS.find((name) => left[name] === 0) ?? null
}
