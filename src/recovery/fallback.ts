/**
 * Uses another agent instead of the first choice.
 *
 * - F1 Another agent is used only if the provider is the cause. If the task itself is the cause, another agent would
 *   fail too.
 * - F2 The agent whose provider is limited or down waits behind a separate gate. After that it is the first choice
 *   again.
 */
import type { RunRecord } from '../record/run.ts'
import type { TaskRecord, TaskSpec } from '../record/task.ts'
import { agentNameOf } from './gates.ts'
import { fixedColumnsOf } from './policy.ts'

/** The command that starts an agent of this name. */
export type CommandOf = (agent: string) => Pick<TaskSpec, 'agent' | 'argv'>

/** The task with each of its agents, the first choice first. */
export const choicesOf = (task: TaskRecord, commandOf: CommandOf): readonly TaskRecord[] => [
  task,
  ...task.fallback.map((agent) => ({ ...task, ...commandOf(agent) })),
]

/** The task with the agent of this run. */
export const asDoneBy = (
  task: TaskRecord,
  run: Pick<RunRecord, 'agent'> | undefined,
  commandOf: CommandOf,
): TaskRecord =>
  choicesOf(task, commandOf).find((choice) => run?.agent !== null && agentNameOf(choice) === run?.agent) ??
  task

/** F1: at once if the cause lasts long. Otherwise after the retries are used up. */
export function callsForAnother(reason: string, isTriedEnough: boolean): boolean {
  const { fallback } = fixedColumnsOf(reason)
  return fallback === 'at-once' || (isTriedEnough && fallback === 'after-retries')
}

/** F2: how long an agent waits if the end of the problem is unknown. */
export const REST_MS: number = 15 * 60_000
