/**
 * G1 One gate for all that depends on the same thing: its key is the same for every task that would fail alike.
 * G2 After its instant one canary starts; nobody else, until it worked.
 * G3 A canary that fails alike moves the gate; one that proves nothing leaves it to the next canary.
 * G4 A gate without an instant opens only by a person.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { breakerOf, classes } from '../reasons/classes.ts'
import { reasonNames, type ReasonClass } from '../reasons/reason.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { TaskSpec } from '../record/task.ts'
import type { GateRecord } from '../record/task-story.ts'
import { pauseMs, type Pauses, type Random } from './backoff.ts'
import { classOf, policyFor, rowOf, type PolicyOverrides } from './policy.ts'
import { untilReset } from './reset.ts'

/** `usage:claude:default`, `machine:disk`; null for a reason that nobody else shares. */
export function gateFor(reason: string, agent: string, account: string): string | null {
  const { gate } = rowOf(reason).policy
  if (gate === null) return null
  return gate.of === 'account' ? `${gate.word}:${agent}:${account}` : `machine:${gate.word}`
}

/** The name under which a task's agent shares gates: known before it has run, the same for all tasks alike. */
export function agentNameOf({ agent, argv }: Pick<TaskSpec, 'agent' | 'argv'>): string {
  const name = agent ?? basename(argv?.[0] ?? 'agent')
  return name.replaceAll(/[:\s]/g, '-')
}

/** Where a breaker holds: one agent's runs, those with the same setup, or everything on this machine. */
export const breakerKey = (reason: string, scope: string): string => `breaker:${reason}:${scope}`

/** The scope of what no agent and no account has to do with. */
const MACHINE = 'machine'

/** Whom a trouble of the machine holds. A setup is told by a digest: a key is typed by a person. */
export function machineScope(reason: string, setup: string | null): string {
  // Tasks share a setup that fails only where they have the same one.
  if (breakerOf(rowOf(reason)) !== 'setup') return MACHINE
  return setup === null
    ? 'no-setup'
    : `setup-${createHash('sha256').update(setup).digest('hex').slice(0, 12)}`
}

/** Where an agent rests whose provider is down, while another one takes its place. */
export const restKey = (agent: string, account: string): string => `rest:${agent}:${account}`

/** Every gate at which a run of this task on this account would wait. */
export function gateKeysOf(
  task: Pick<TaskSpec, 'agent' | 'argv' | 'setup'>,
  account: string,
): readonly string[] {
  const agent = agentNameOf(task)
  const gates = reasonNames.map((reason) => gateFor(reason, agent, account))
  const breakers = reasonNames.flatMap((reason) => [
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
  // An instant that cannot be read is as good as none: only a person opens it.
  const untilMs = gate.until === null ? Number.NaN : Date.parse(gate.until)
  return untilMs <= now.getTime() ? 'probe' : 'closed'
}

/**
 * Of all the gates at which a run would wait, the one that decides: whoever is held by one is not the canary of
 * another. Null where nothing holds it.
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

/** What becomes of a gate when its canary has ended. */
export type CanaryVerdict =
  | { readonly kind: 'open' }
  /** It proved nothing: release the canary, another one may try at once. */
  | { readonly kind: 'release' }
  /** `until: null`: it failed too often, or nobody knows until when; a person is asked. */
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
  const reason = reasonThatCounts(canary) ?? 'UNKNOWN'
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

/** An account or a machine that fails in another way has not shown that it works again. */
const areAlike = (a: ReasonClass, b: ReasonClass): boolean => a === b && classes[a].sharesTrouble

const inMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** What waited together does not start together. */
const RELEASE_SPREAD_MS = 10_000

/** How long after a gate has opened one of those that waited starts. */
export const releaseAfterMs = (random: Random): number => Math.round(random() * RELEASE_SPREAD_MS)
