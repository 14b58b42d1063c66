/**
 * Picks the tasks to start next. Pure.
 *
 * - K1 The number of running tasks never exceeds the limits: the total and the limit of each flow.
 * - K2 Within a flow the order is first in, first out. A task is skipped only if something that it needs is in use.
 * - K3 What a picked task needs is reserved, so two tasks that need the same thing are not picked together.
 */
import { limitOfFlow, type Limits } from './limits.ts'

/** The part of a task that matters for its start. */
export type Candidate = {
  readonly task: number
  readonly flow: string
  /** Keys of the locks that must be free. */
  readonly needs: readonly string[]
}

export type Busy = {
  /** The flows of the live runs, one entry for each run. */
  readonly flows: readonly string[]
  /** Keys of the locks that are held. */
  readonly held: ReadonlySet<string>
}

/** The tasks to start now, in the order of the candidates. */
export function pick<Task extends Candidate>(
  candidates: readonly Task[],
  busy: Busy,
  limits: Limits,
): readonly Task[] {
  const flows = [...busy.flows]
  const held = new Set(busy.held)
  const picked: Task[] = []
  for (const candidate of candidates) {
    if (flows.length >= limits.concurrency) break
    const inFlow = flows.filter((flow) => flow === candidate.flow).length
    if (inFlow >= limitOfFlow(limits, candidate.flow) || candidate.needs.some((key) => held.has(key)))
      continue
    picked.push(candidate)
    flows.push(candidate.flow)
    for (const key of candidate.needs) held.add(key)
  }
  return picked
}
