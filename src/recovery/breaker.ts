/**
 * If different tasks fail one after another for the same reason, they share the cause. The breaker is a gate for it: a
 * canary tests it, and it opens when the canary works.
 */
import { breakerOf } from '../reasons/classes.ts'
import { failureOf, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { GateRecord } from '../record/task-story.ts'
import { pauseMs, type Pauses, type Random } from './backoff.ts'
import { breakerKey, machineScope } from './gates.ts'
import { rowOf, type PolicyOverrides } from './policy.ts'

/** Two failures may be a coincidence. */
const TASKS = 3
const WITHIN_MS = 3_600_000

type Surroundings = {
  readonly now: Date
  readonly random: Random
  /** Names the agent of a run as `agentNameOf` does for its task. */
  readonly agentOf: (run: RunRecord) => string
  /** The setup command of the task of a run. */
  readonly setupOf?: (run: RunRecord) => string | null
  readonly pauses?: Pauses
  readonly overrides: PolicyOverrides
}

/**
 * The gate to close after the last of these runs. Null if nothing trips. `runs` contains the runs of all tasks in the
 * order in which they ended.
 */
export function breakerFor(
  runs: readonly RunRecord[],
  { now, random, agentOf, setupOf = () => null, pauses, overrides }: Surroundings,
): GateRecord | null {
  const last = runs.at(-1)
  const reason = last === undefined ? null : failureOf(last)
  if (last === undefined || reason === null) return null
  const shared = breakerOf(rowOf(reason, overrides))
  if (shared === 'none') return null
  const scopeOf = (run: RunRecord): string =>
    shared === 'agent' ? agentOf(run) : machineScope(reason, setupOf(run))
  const scope = scopeOf(last)
  const sharing = runs.filter((run) => scopeOf(run) === scope)
  const tasks = tasksInARow(sharing, reason, now.getTime() - WITHIN_MS)
  if (tasks.length < TASKS) return null
  return {
    key: breakerKey(reason, scope),
    reason,
    until: new Date(now.getTime() + pauseMs(1, random, pauses)).toISOString(),
    source: 'the breaker',
    zone: null,
    closedAt: now.toISOString(),
    probes: 0,
    canary: null,
    evidence: `${tasks.length} tasks in a row failed for ${reason}: ${tasks.join(', ')}`,
  }
}

/** The tasks whose latest runs failed for this reason, with no other result in between. Canceled runs do not count. */
function tasksInARow(runs: readonly RunRecord[], reason: string, sinceMs: number): readonly number[] {
  const ended = runs.filter((run) => run.endedAt !== null && statusThatCounts(run) !== 'canceled')
  const row = ended.slice(ended.findLastIndex((run) => failureOf(run) !== reason) + 1)
  const recent = row.filter(({ endedAt }) => endedAt !== null && Date.parse(endedAt) >= sinceMs)
  return [...new Set(recent.map(({ task }) => task))]
}
