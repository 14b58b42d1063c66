/**
 * Gates.
 *
 * - G1 There is one gate for everything that depends on the same thing. Its key is the same for every task that would
 *   fail in the same way.
 * - G2 After the time of the gate, one canary starts. No other run starts until the canary works.
 * - G3 A canary that fails in the same way moves the gate. A canary that proves nothing leaves the gate to the next
 *   canary.
 * - G4 Only a person opens a gate without a time.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { breakerOf, classes } from '../reasons/classes.ts'
import { isReason, reasonNames, type ReasonClass, orUnknown } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { TaskSpec } from '../record/task.ts'
import type { GateRecord } from '../record/task-story.ts'
import { pauseMs, type Pauses, type Random } from './backoff.ts'
import { classOf, gateOf, policyFor, type PolicyOverrides } from './policy.ts'
import { untilReset } from './reset.ts'

/** Examples: `usage:claude:default`, `machine:disk`. Null for a reason that other tasks do not share. */
export function gateFor(reason: string, agent: string, account: string): string | null {
  const gate = gateOf(reason)
  if (gate === null) return null
  return gate.of === 'account' ? `${gate.word}:${agent}:${account}` : `machine:${gate.word}`
}

/**
 * The name under which the agent of a task shares gates. It is known before the first run and the same for all tasks
 * with that agent.
 */
export function agentNameOf({ agent, argv }: Pick<TaskSpec, 'agent' | 'argv'>): string {
  const name = agent ?? basename(argv?.[0] ?? 'agent')
  return name.replaceAll(/[:\s]/g, '-')
}

/** The scope of a breaker: the runs of one agent, the runs with the same setup, or all runs on this machine. */
export const breakerKey = (reason: string, scope: string): string => `breaker:${reason}:${scope}`

/** The scope of a reason that is independent of agent and account. */
const MACHINE = 'machine'

/** The scope of a machine problem. A setup is identified by a digest, because a person types the key. */
export function machineScope(reason: string, setup: string | null): string {
  // A failing setup affects only the tasks with the same setup.
  if (!isReason(reason) || breakerOf(reasons[reason]) !== 'setup') return MACHINE
  return setup === null
    ? 'no-setup'
    : `setup-${createHash('sha256').update(setup).digest('hex').slice(0, 12)}`
}

/** The gate of an agent whose provider is down, while another agent replaces it. */
export const restKey = (agent: string, account: string): string => `rest:${agent}:${account}`

/**
 * All gates at which a run of this task on this account would wait. The closed gates name the custom reasons that have a
 * breaker.
 */
export function gateKeysOf(
  task: Pick<TaskSpec, 'agent' | 'argv' | 'setup'>,
  account: string,
  closed: readonly Pick<GateRecord, 'reason'>[],
): readonly string[] {
  const agent = agentNameOf(task)
  const gates = reasonNames.map((reason) => gateFor(reason, agent, account))
  const words = new Set([...reasonNames, ...closed.map(({ reason }) => reason)])
  const breakers = [...words].flatMap((reason) => [
    breakerKey(reason, agent),
    breakerKey(reason, machineScope(reason, task.setup)),
  ])
  return [...gates.filter((key) => key !== null), restKey(agent, account), ...breakers]
}

export type GateDecision = 'closed' | 'probe' | 'open'

/** May a run start now? `probe`: only as the canary, after claiming it. */
export function decideAt(
  gate: GateRecord | null,
  now: Date,
  { isCanaryAlive }: { readonly isCanaryAlive: boolean },
): GateDecision {
  if (gate === null) return 'open'
  if (gate.canary !== null && isCanaryAlive) return 'closed'
  // A time that cannot be parsed counts as none: only a person opens the gate.
  const untilMs = gate.until === null ? Number.NaN : Date.parse(gate.until)
  return untilMs <= now.getTime() ? 'probe' : 'closed'
}

/**
 * Of all gates at which a run would wait, the one that decides. A run that one gate holds is not the canary of another.
 * Null if no gate holds it.
 */
export function decidingGate(
  gates: readonly GateRecord[],
  now: Date,
  isCanaryAlive: (gate: GateRecord) => boolean,
): { readonly gate: GateRecord; readonly decision: GateDecision } | null {
  const decided = gates.map((gate) => ({
    gate,
    decision: decideAt(gate, now, { isCanaryAlive: isCanaryAlive(gate) }),
  }))
  return decided.find(({ decision }) => decision === 'closed') ?? decided[0] ?? null
}

/** What happens to a gate when its canary has ended. */
export type CanaryVerdict =
  | { readonly kind: 'open' }
  /** The canary proved nothing: release it, another one may try at once. */
  | { readonly kind: 'release' }
  /** `until: null`: the canary failed too often, or the end is unknown. A person is asked. */
  | { readonly kind: 'move'; readonly until: string | null }

export function afterCanary(
  gate: Pick<GateRecord, 'reason' | 'probes'>,
  canary: Pick<RunRecord, 'status' | 'reason' | 'correction'>,
  {
    now,
    resetAt,
    random,
    overrides = {},
    pauses,
  }: {
    readonly now: Date
    readonly resetAt: string | null
    readonly random: Random
    readonly overrides?: PolicyOverrides
    readonly pauses?: Pauses
  },
): CanaryVerdict {
  const status = statusThatCounts(canary)
  if (status === 'succeeded') return { kind: 'open' }
  const reason = orUnknown(reasonThatCounts(canary))
  const kind = classOf(reason, overrides)
  const isAlike = reason === gate.reason || areAlike(kind, classOf(gate.reason, overrides))
  if (status !== 'failed' || (!isAlike && !classes[kind].provesCanary)) return { kind: 'release' }
  if (!isAlike) return { kind: 'open' }
  // The record counts the canaries before this one.
  const failed = gate.probes + 1
  const { limit, bound } = policyFor(gate.reason, overrides)
  if (reason === gate.reason && bound === undefined && failed >= (limit ?? 0)) {
    return { kind: 'move', until: null }
  }
  const reset = untilReset(resetAt, now, random)
  return { kind: 'move', until: reset ?? inMs(now, pauseMs(failed, random, pauses)) }
}

/** If an account or a machine fails in another way, that does not prove that it works again. */
const areAlike = (a: ReasonClass, b: ReasonClass): boolean => a === b && classes[a].sharesTrouble

const inMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** Tasks that waited at the same gate start at different times. */
const RELEASE_SPREAD_MS = 10_000

/** The delay of one waiting task after a gate has opened. */
export const releaseAfterMs = (random: Random): number => Math.round(random() * RELEASE_SPREAD_MS)
