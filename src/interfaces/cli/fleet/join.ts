import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import {
  findAddress,
  forgetMember,
  machineOf,
  nodeProject,
  NoAddressError,
  readMember,
  writeMember,
  type Member,
} from '../../../fleet/member.ts'
import { shownRemote } from '../../../fleet/trees/git-remote.ts'
import { abilitiesOf } from '../../../fleet/node/abilities.ts'
import { isOwing } from '../../../fleet/node/kept-files.ts'
import { FleetUnreachableError } from '../../../fleet/postgres/database.ts'
import { checkAddress, shownAddress } from '../../../fleet/postgres/address.ts'
import { openFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import { prepareRecordFolder } from '../../../record/record-folder.ts'
import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { wrapperFor } from '../../../supervision/wrapper-kinds.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import { newToken } from '../../node-logs/token.ts'
import type { Config } from '../../../config/config.ts'
import type { FleetScreen } from './fleet-screen.ts'
import { loadProjectConfig, trustedPart } from '../config/project-config.ts'
import type { FleetAsked } from './fleet.ts'
import { logSettingsIn, logWords, warnLogs } from './join-logs.ts'
import { remoteIn } from './join-remote.ts'
import { missedWords, missingAgents } from './missing-agents.ts'
import { giveToken } from './tokens.ts'
import { fleetEnvironment, openMembersFleet, requireMember, warnPlain } from './open-copy.ts'

export async function join(asked: FleetAsked, screen: FleetScreen): Promise<number> {
  requireDeadlines()
  const project = findProject(process.cwd(), process.env)
  prepareRecordFolder(project.record)
  const known = readMember(project)
  const config = await trustedPart(project)
  const env = fleetEnvironment()
  const address = checkAddress(
    findAddress({ given: asked.subject, member: known, schema: asked.schema }, env),
  )
  warnPlain(address)
  const name = asked.name ?? known?.name ?? defaultName(project.root)
  const member: Member = {
    format: 'mayday.fleet-member/1',
    // An address in the environment or in the user's own file is not copied: both may change.
    url: asked.subject ?? ((env[FLEET_VARIABLE] ?? '') === '' ? (known?.url ?? null) : null),
    schema: asked.schema,
    node: known?.node ?? randomUUID(),
    name,
    machine: machineOf(project),
    labels: asked.label,
    accounts: accountsIn(asked.allow, name, config),
    commands: asked.allowCommand,
    allowsAny: asked.allowAny,
    remote: await remoteIn(asked.remote, project),
    token: newToken(),
    logs: logSettingsIn(asked),
  }
  // Looking for programs executes nothing, so it needs no trust.
  const missing = missingAgents(member, (await loadProjectConfig()).whole)
  const node = nodeOf(member, missing)
  await using fleet = await openFleet(address, 'join')
  await fleet.join({ ...node, concurrency: 1 })
  await giveToken(member, fleet)
  writeMember(project, member)
  warnLogs(member)
  return screen.answer({ node, address: shownAddress(address) }, () => told(member, missing))
}

export const nodeOf = (
  member: Member,
  missing: readonly string[],
): Omit<Parameters<Awaited<ReturnType<typeof openFleet>>['join']>[0], 'concurrency'> => ({
  id: member.node,
  name: member.name,
  machine: member.machine,
  labels: member.labels,
  abilities: abilitiesOf(member, missing),
})

const defaultName = (root: string): string => `${hostname()}:${root.split('/').at(-1) ?? 'root'}`

/** A disconnected node must stop its agents without the fleet. Only perl can do that, and only on Linux. */
function requireDeadlines(): void {
  if (process.platform === 'linux' && wrapperFor().kind === 'perl') return
  throw new MaydayError(
    'NODE_UNFIT',
    'A node needs Linux and perl: they stop an agent whose node was cut off. Install perl, or work without a fleet.',
  )
}

/** Different logins must not share a limit by accident, so an account without a name belongs to this node only. */
function accountsIn(
  allow: readonly string[],
  node: string,
  { agents }: Pick<Config, 'agents'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    allow.map((word) => {
      const [agent = '', account, ...more] = word.split('=')
      if (agent === '' || account === '' || more.length > 0)
        throw new UsageError(`--allow needs AGENT or AGENT=ACCOUNT, e.g. claude=team-a, not '${word}'.`)
      const named = Object.hasOwn(agents, agent) ? agents[agent]?.account : undefined
      return [agent, account ?? named ?? `${node}/${agent}`]
    }),
  )
}

/** A program that executes what its arguments say. */
const SHELL = /(?:^|\/)(?:(?:ba|da|z|k|a|fi)?sh|env|sudo|python3?|perl|ruby|node)$/

function told(member: Member, missing: readonly string[]): string {
  const { name, labels, accounts, commands, allowsAny, remote, logs } = member
  const agents = Object.entries(accounts).map(([agent, account]) => `${agent} (account ${account})`)
  return [
    `Joined as node ${name}${labels.length === 0 ? '' : `, with the labels ${labels.join(', ')}`}.`,
    'Everyone who can write to the queue can run the following on this node:',
    allowsAny
      ? '  everything. Any agent and any shell command of a task is executed as this user.'
      : `  agents and programs: ${agents.join(', ') || 'none (add: --allow claude)'}`,
    ...(allowsAny
      ? []
      : [`  shell commands: ${commands.join(', ') || 'none (add: --allow-command "npm test")'}`]),
    ...Object.keys(accounts)
      .filter((program) => SHELL.test(program))
      .map((program) => `  ${program} executes every command that a task gives it: that allows everything.`),
    ...missedWords(member, missing).map((words) => `  ${words}`),
    remote === null || remote === undefined
      ? 'It uses no git remote: tasks work in this checkout, and their work stays here.'
      : `Work trees come from the git remote ${shownRemote(remote)}. Mayday pushes the branches mayday/task-N to it.`,
    logWords(logs ?? null),
    'add, queue, status and the other queue commands in this project use the fleet from now on.',
    'Start working: mayday work --fleet',
    '',
  ].join('\n')
}

export async function leave(screen: FleetScreen): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const member = requireMember(project)
  const isListed = !(await isTakenOff(member, project))
  forgetMember(project)
  const rest = isListed
    ? ` The database does not answer, so the node is still in its list. On another node: mayday fleet lost ${member.name}`
    : ''
  return screen.answer(
    { left: member.name, isListed },
    () => `Node ${member.name} has left. The queue commands use this machine again.${rest}\n`,
  )
}

/** False if the database does not answer. A node that still has something to send must stay. */
async function isTakenOff(member: Member, project: Project): Promise<boolean> {
  try {
    await using fleet = await openMembersFleet(member)
    await fleet.setNode(member.node, 'left')
    return true
  } catch (error) {
    const isGone = error instanceof FleetUnreachableError || error instanceof NoAddressError
    if (!isGone || isOwing(nodeProject(project, process.env).record)) throw error
    return false
  }
}
