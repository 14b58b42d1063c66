/** The nodes of a fleet: contact, what each can do, what it runs. */
import * as v from 'valibot'
import type { FleetCounts, NodeRecord } from '../fleet/port.ts'
import { count, names, type Shape } from '../record/schema.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

export const nodeStates = ['here', 'draining', 'away', 'left'] as const

export const nodeRowSchema = v.object({
  id: v.string(),
  name: v.string(),
  state: described(
    v.picklist(nodeStates),
    '`here`, `draining` (takes no more work), `away` (no contact for a lease) or `left`',
  ),
  isDraining: described(v.boolean(), 'it takes no more work; also if it is away'),
  silentMs: described(count, "since its last contact, by the database's clock"),
  labels: names,
  agents: described(
    v.array(v.object({ name: v.string(), account: v.string(), isInstalled: v.boolean() })),
    'the agents and programs that it allows, with the account of each; it takes no task for one that is not installed',
  ),
  commands: described(names, 'the shell commands that it allows'),
  allowsAny: described(v.boolean(), 'it runs everything that is in the queue'),
  concurrency: described(count, 'how many runs it takes at a time'),
  runs: described(
    v.array(v.object({ run: count, task: count, account: v.string() })),
    'the runs that belong to it now',
  ),
  servesLogs: described(v.boolean(), 'its logs can be read now'),
  isThis: described(v.boolean(), 'it is the node of this project'),
})

export type NodeRow = Shape<typeof nodeRowSchema>

export const nodesSchema = v.object({
  format: v.literal(formats.nodes),
  leaseMs: described(v.nullable(count), 'null: this project is on no fleet'),
  address: described(v.nullable(v.string()), 'the database, without its password'),
  nodes: v.array(nodeRowSchema),
  stranded: described(
    v.array(v.object({ task: count, needs: v.string() })),
    'waiting tasks that no connected node can do, and what they need',
  ),
  accounts: described(
    v.array(v.object({ account: v.string(), most: count, used: count })),
    'the limits of accounts: at most so many runs at a time',
  ),
})

export type Nodes = Shape<typeof nodesSchema>

/** The answer of a board without a fleet. */
export const noNodes: Nodes = {
  format: formats.nodes,
  leaseMs: null,
  address: null,
  nodes: [],
  stranded: [],
  accounts: [],
}

export type NodesAsked = {
  readonly nodes: readonly NodeRecord[]
  readonly counts: Pick<FleetCounts, 'leaseMs' | 'stranded' | 'accounts'>
  readonly address: string
  /** The id of this project's node; null if it has joined none. */
  readonly self: string | null
}

export const readNodes = ({ nodes, counts, address, self }: NodesAsked): Nodes => ({
  format: formats.nodes,
  leaseMs: counts.leaseMs,
  address,
  nodes: nodes.map((node) => nodeRow(node, self)),
  stranded: counts.stranded,
  accounts: counts.accounts,
})

function nodeRow(node: NodeRecord, self: string | null): NodeRow {
  const { id, name, abilities, labels, isDraining, silentMs, concurrency, runs } = node
  const state = nodeState(node)
  return {
    id,
    name,
    state,
    isDraining,
    silentMs,
    labels,
    agents: Object.entries(abilities.accounts).map(([agent, account]) => ({
      name: agent,
      account,
      isInstalled: abilities.missing?.includes(agent) !== true,
    })),
    commands: abilities.commands,
    allowsAny: abilities.anyAccount !== null,
    concurrency,
    runs,
    servesLogs: node.logs !== null && (state === 'here' || state === 'draining'),
    isThis: id === self,
  }
}

export function nodeState({
  hasLeft,
  isLost,
  isDraining = false,
}: Pick<NodeRecord, 'hasLeft' | 'isLost'> & Partial<Pick<NodeRecord, 'isDraining'>>): NodeRow['state'] {
  if (hasLeft) return 'left'
  if (isLost) return 'away'
  return isDraining ? 'draining' : 'here'
}
