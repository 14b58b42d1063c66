/**
 * Which tasks start next. Pure.
 *
 * K1 Never more at a time than the limits allow, of all and of one flow. K2 First in, first out within a flow: a task
 * is passed over only where something that it needs is in use. K3 What it needs is reserved for it, so that two that
 * need the same thing are not picked together.
 */
import { limitOfFlow, type Limits } from './limits.ts'

/** A task as far as its start is concerned. */
export type Candidate = {
  readonly task: number
  readonly flow: string
  /** What must be free: keys of locks. */
  readonly needs: readonly string[]
}

export type Busy = {
  /** The flows of what runs now, one for each run. */
  readonly flows: readonly string[]
  /** Keys of locks that others hold. */
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
