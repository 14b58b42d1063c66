/**
 * Another agent in the place of the first choice.
 *
 * F1 Only where the provider is to blame: whom the task itself defeats, it defeats again. F2 The agent that is limited or
 * down is given a rest behind a gate of its own; when that is over it is the first choice again.
 */
import type { RunRecord } from '../record/run.ts'
import type { TaskRecord, TaskSpec } from '../record/task.ts'
import { agentNameOf } from './gates.ts'
import { rowOf } from './policy.ts'

/** How an agent of this name is started. */
export type CommandOf = (agent: string) => Pick<TaskSpec, 'agent' | 'argv'>

/** The task as each of its agents would do it, the first choice first. */
export const choicesOf = (task: TaskRecord, commandOf: CommandOf): readonly TaskRecord[] => [
  task,
  ...task.fallback.map((agent) => ({ ...task, ...commandOf(agent) })),
]

/** The task as the agent of this run did it. */
export const asDoneBy = (
  task: TaskRecord,
  run: Pick<RunRecord, 'agent'> | undefined,
  commandOf: CommandOf,
): TaskRecord =>
  choicesOf(task, commandOf).find((choice) => run?.agent !== null && agentNameOf(choice) === run?.agent) ??
  task

/** F1: at once for what does not pass soon, for the rest when it has been tried often enough. */
export function callsForAnother(reason: string, isTriedEnough: boolean): boolean {
  const { fallback } = rowOf(reason)
  return fallback === 'at-once' || (isTriedEnough && fallback === 'after-retries')
}

/** F2: how long an agent rests of whom nobody says when it is well again. */
export const REST_MS: number = 15 * 60_000
