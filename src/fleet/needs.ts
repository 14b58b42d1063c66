/**
 * What a task needs of a node, and what a node allows.
 *
 * N1 A node runs only agents, programs and shell commands that it allows itself. N2 Tasks with the same needs share a
 * queue, so that a node never takes out what it cannot do.
 */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { names, type Shape } from '../record/schema.ts'
import type { TaskSpec } from '../record/task.ts'
import { phaseNumber } from '../record/phase.ts'
import { agentNameOf, gateKeysOf } from '../recovery/gates.ts'

export const needsSchema = v.object({
  /** Any of these, the first choice first: an agent's name, or the program of a command. */
  agents: v.array(v.object({ name: v.string(), isProgram: v.boolean() })),
  /** All of these shell commands. */
  commands: names,
  setup: v.nullable(v.string()),
  /** All of these. */
  labels: names,
})

export type Needs = Shape<typeof needsSchema>

export const abilitiesSchema = v.object({
  /** The account of each agent or program that the node allows, by its name. */
  accounts: v.record(v.string(), v.string()),
  /** Shell commands that it allows in setup, baseline and verify. */
  commands: names,
  /** Everything is allowed, each under this account. Null: only what is listed. */
  anyAccount: v.nullable(v.string()),
  labels: names,
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

/** What runs one after another: a phase and flow; everything else has a key of its own. */
export function serialKey({
  taskId,
  phase,
  flow,
  isParallel,
}: Pick<TaskSpec, 'phase' | 'flow' | 'isParallel'> & { readonly taskId: string }): string {
  const number = phase === null || isParallel ? null : phaseNumber(phase)
  return number === null ? taskId : `phase ${number}: ${flow}`
}

export type Choice = { readonly agent: string; readonly account: string; readonly gates: readonly string[] }

/** N1: the agents that the node may use for it, in the task's order; none where it cannot do the task. */
export function choicesFor(needs: Needs, node: NodeAbilities): readonly Choice[] {
  const isAllowed = (command: string): boolean => node.anyAccount !== null || node.commands.includes(command)
  if (!needs.commands.every(isAllowed)) return []
  if (!needs.labels.every((label) => node.labels.includes(label))) return []
  return needs.agents.flatMap(({ name, isProgram }) => {
    const account = node.accounts[name] ?? node.anyAccount
    if (account === null) return []
    const told = isProgram ? { agent: null, argv: [name] } : { agent: name, argv: null }
    const gates = gateKeysOf({ ...told, setup: needs.setup }, account).filter(isShared)
    return [{ agent: agentNameOf(told), account, gates }]
  })
}

/** What is wrong with a machine is no other machine's trouble. */
export const isShared = (gate: string): boolean => !gate.startsWith('machine:')

/** In words, for a task that nobody can do. */
export function needsWords({ agents, commands, labels }: Needs): string {
  const parts = [
    agents.map(({ name }) => name).join(' or '),
    ...labels.map((label) => `label ${label}`),
    ...commands.map((command) => `command '${command}'`),
  ]
  return parts.join(', ')
}
