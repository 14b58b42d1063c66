import { shownAddress } from '../../../fleet/postgres/address.ts'
import type { Fleet } from '../../../fleet/port.ts'
import { readNodes, type NodeRow, type Nodes } from '../../../views/nodes.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import { typedDuration } from '../../../record/duration.ts'
import { findProject } from '../../../record/project.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { FleetScreen } from './fleet-screen.ts'
import type { FleetAsked } from './fleet.ts'
import { memberAddress, openMembersFleet, requireMember } from './open-copy.ts'
import { strandedWords } from './stranded.ts'

const opened = (): ReturnType<typeof openMembersFleet> =>
  openMembersFleet(requireMember(findProject(process.cwd(), process.env)))

export async function showNodes(screen: FleetScreen): Promise<number> {
  const member = requireMember(findProject(process.cwd(), process.env))
  await using fleet = await openMembersFleet(member)
  const answer = await nodesOf(fleet, shownAddress(memberAddress(member)), member.node)
  return screen.answer(answer, () => renderNodes(answer))
}

/** `self`: the id of this project's node. */
export const nodesOf = async (fleet: Fleet, address: string, self: string | null): Promise<Nodes> =>
  readNodes({ nodes: await fleet.nodes(), counts: await fleet.counts(), address, self })

function renderNodes({ nodes }: Nodes): string {
  if (nodes.length === 0) return 'No node has joined. Join one: mayday fleet join\n'
  return nodes.map(nodeWords).join('')
}

function nodeWords(node: NodeRow): string {
  const { name, labels, agents, allowsAny, commands, runs } = node
  const can = [
    ...agents.filter((agent) => agent.isInstalled).map((agent) => `${agent.name} as ${agent.account}`),
    ...(allowsAny ? ['anything'] : commands.map((command) => `command '${command}'`)),
    ...labels.map((label) => `label ${label}`),
  ]
  const running = runs.map(({ run, task }) => `run ${run} of task ${task}`).join(', ')
  const missing = agents.filter((agent) => !agent.isInstalled).map((agent) => agent.name)
  const lines = [
    `${name}: ${stateWords(node)}`,
    `  can: ${can.join(', ') || 'nothing'}`,
    ...(missing.length === 0 ? [] : [`  not installed: ${missing.join(', ')}`]),
    `  runs: ${running || 'nothing'}`,
  ]
  return `${lines.join('\n')}\n`
}

function stateWords({ state, silentMs }: NodeRow): string {
  if (state === 'left') return 'left'
  const seconds = typedDuration(Math.round(silentMs / 1000) * 1000)
  return `${state}, last contact ${silentMs < 1000 ? 'now' : `${seconds} ago`}`
}

export async function showStatus(screen: FleetScreen): Promise<number> {
  const member = requireMember(findProject(process.cwd(), process.env))
  await using fleet = await openMembersFleet(member)
  const counts = await fleet.counts()
  const nodes = await fleet.nodes()
  const here = nodes.filter((node) => !node.hasLeft && !node.isLost).length
  return screen.answer({ node: member.name, nodes: here, ...counts }, () =>
    [
      `This project is node ${member.name}. ${countOf(here, 'node is', 'nodes are')} here. Lease ${typedDuration(counts.leaseMs)}.`,
      `Tasks: ${
        Object.entries(counts.tasks)
          .map(([status, count]) => `${count} ${status}`)
          .join(', ') || 'none'
      }.`,
      ...counts.accounts.map(
        ({ account, used, most }) =>
          `Account ${account}: ${used} of ${countOf(most, 'run', 'runs')} at a time.`,
      ),
      ...(counts.gates === 0 ? [] : [`${countOf(counts.gates, 'gate is', 'gates are')} closed: mayday wait`]),
      ...counts.stranded.map(strandedWords),
      ...(counts.late === 0
        ? []
        : [`${countOf(counts.late, 'late result was', 'late results were')} stored separately.`]),
      '',
    ].join('\n'),
  )
}

export async function setNodeState(
  action: 'drain' | 'lost',
  name: string,
  back: boolean,
  screen: FleetScreen,
): Promise<number> {
  await using fleet = await opened()
  const to = action === 'lost' ? 'lost' : back ? 'working' : 'draining'
  if (!(await fleet.setNode(name, to)))
    throw new MaydayError('NO_SUCH_NODE', `There is no node '${name}'. See: mayday fleet nodes`)
  const words = {
    lost: `Node ${name} counts as lost. Its runs begin again elsewhere at once. If its machine still runs, make sure that its agents are stopped.`,
    draining: `Node ${name} takes no more work. Its runs continue. Undo: mayday fleet drain ${name} --back`,
    working: `Node ${name} takes work again.`,
  }
  return screen.answer({ node: name, state: to }, () => `${words[to]}\n`)
}

export async function limit({ subject, amount }: FleetAsked, screen: FleetScreen): Promise<number> {
  const most = amount === 'none' ? null : Number(amount)
  if (subject === undefined || (most !== null && !(Number.isInteger(most) && most >= 0)))
    throw new UsageError(
      'Give the account and its maximum number of runs at a time: mayday fleet limit team-a 3',
    )
  await using fleet = await opened()
  await fleet.setLimit(subject, most)
  return screen.answer({ account: subject, most }, () =>
    most === null
      ? `Account ${subject} has no limit.\n`
      : `Account ${subject} has at most ${countOf(most, 'run', 'runs')} at a time.\n`,
  )
}
