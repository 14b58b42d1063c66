/**
 * The requirements of a task, and the permissions of a node.
 *
 * N1 A node runs only agents, programs and shell commands that its owner has allowed, and takes no task whose agent is
 * not installed. N2 Tasks with the same requirements share a queue, so a node never takes a task that it cannot do.
 */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { names, type Shape } from '../record/schema.ts'
import type { TaskSpec } from '../record/task.ts'
import { phaseNumber } from '../record/phase.ts'
import { agentNameOf, gateKeysOf } from '../recovery/gates.ts'

export const needsSchema = v.object({
  /** One of these is required, in order of preference: the name of an agent, or the program of a command. */
  agents: v.array(v.object({ name: v.string(), isProgram: v.boolean() })),
  /** All of these shell commands are required. */
  commands: names,
  setup: v.nullable(v.string()),
  /** All of these labels are required. */
  labels: names,
})

export type Needs = Shape<typeof needsSchema>

export const abilitiesSchema = v.object({
  /** The allowed agents and programs by name, with the account of each. */
  accounts: v.record(v.string(), v.string()),
  /** The allowed shell commands for setup, baseline and verify. */
  commands: names,
  /** If set, everything is allowed under this account. Null means that only listed names are allowed. */
  anyAccount: v.nullable(v.string()),
  labels: names,
  /** Agents and programs that are not installed on it. Older versions did not say. */
  missing: v.exactOptional(names),
})

export type NodeAbilities = Shape<typeof abilitiesSchema>

type Asked = Pick<TaskSpec, 'agent' | 'argv' | 'fallback' | 'setup' | 'baseline' | 'verify'>

export function needsOf(task: Asked, labels: readonly string[]): Needs {
  const first =
    task.agent === null
      ? { name: task.argv?.[0] ?? 'agent', isProgram: true }
      : { name: task.agent, isProgram: false }
  return {
    agents: [first, ...task.fallback.map((name) => ({ name, isProgram: false }))],
    commands: [task.setup, task.baseline, task.verify].filter((command) => command !== null),
    setup: task.setup,
    labels: labels.toSorted(),
  }
}

/** N2. */
export const queueOf = (needs: Needs): string =>
  `needs-${createHash('sha256').update(JSON.stringify(needs)).digest('hex').slice(0, 16)}`

/** Tasks with the same key run one after another: those of one phase and flow. Any other task has a unique key. */
export function serialKey({
  taskId,
  phase,
  flow,
  isParallel,
}: Pick<TaskSpec, 'phase' | 'flow' | 'isParallel'> & { readonly taskId: string }): string {
  const number = phase === null || isParallel ? null : phaseNumber(phase)
  return number === null ? taskId : `phase ${number}: ${flow}`
}

export type Choice = {
  readonly agent: string
  readonly account: string
  readonly gates: readonly string[]
  /** Its place among the task's agents. Those after the first one are fallbacks. */
  readonly rank: number
}

/** N1. The agents that the node may use for the task, in the task's order. Empty if it cannot do the task. */
export function choicesFor(needs: Needs, node: NodeAbilities): readonly Choice[] {
  const isAllowed = (command: string): boolean => node.anyAccount !== null || node.commands.includes(command)
  if (!needs.commands.every(isAllowed)) return []
  if (!needs.labels.every((label) => node.labels.includes(label))) return []
  return needs.agents.flatMap(({ name, isProgram }, rank) => {
    const account = node.accounts[name] ?? node.anyAccount
    if (account === null || node.missing?.includes(name) === true) return []
    const told = isProgram ? { agent: null, argv: [name] } : { agent: name, argv: null }
    const gates = gateKeysOf({ ...told, setup: needs.setup }, account, []).filter(isShared)
    return [{ agent: agentNameOf(told), account, gates, rank }]
  })
}

/** A gate of one machine does not affect other machines. */
export const isShared = (gate: string): boolean => !gate.startsWith('machine:')

/** The requirements in words, for a task that no node can do. */
export function needsWords({ agents, commands, labels }: Needs): string {
  const parts = [
    agents.map(({ name }) => name).join(' or '),
    ...labels.map((label) => `label ${label}`),
    ...commands.map((command) => `command '${command}'`),
  ]
  return parts.join(', ')
}
