/**
 * The board of a fleet: a copy of its state that is brought up to date, and actions that go to the fleet.
 *
 * Any project can show it: a member with its membership, everybody else with the address in the environment.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownAgents } from '../../../agents/known-agents.ts'
import { overridesOf } from '../../../config/custom-reasons.ts'
import type { Config } from '../../../config/config.ts'
import type { LoadedConfig } from '../../../config/load-config.ts'
import { MaydayError } from '../../../errors.ts'
import type { ArchiveSettings } from '../../../fleet/archive/archive-settings.ts'
import { openOwnCopy, openSharedCopy, pullInto } from '../../../fleet/copy.ts'
import { findAddress, nodeProject, readMember, type Member } from '../../../fleet/member.ts'
import { readWays } from '../../../fleet/ways.ts'
import type { Fleet, RunPlace } from '../../../fleet/port.ts'
import { checkAddress, shownAddress } from '../../../fleet/postgres/address.ts'
import { FleetUnreachableError } from '../../../fleet/postgres/database.ts'
import { openFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import { fleetFolder } from '../../../record/joined-fleet.ts'
import { findProject, type Project } from '../../../record/project.ts'
import type { RunRecord } from '../../../record/run.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { nodeState } from '../../../views/nodes.ts'
import type { BoardFleet } from '../../board/board-fleet.ts'
import type { BoardContext } from '../../board/context.ts'
import { complain } from '../../complain.ts'
import { findLog } from '../../node-logs/find-log.ts'
import { nodesOf } from './nodes.ts'
import { fleetEnvironment, warnPlain } from './open-copy.ts'
import { waysOf } from './log-ways.ts'

export type OpenBoard = {
  readonly context: BoardContext
  readonly close: () => Promise<void>
  /** Brings the copy up to date. False if the database does not answer; the board shows the last state. */
  readonly pull: () => Promise<boolean>
}

export async function openFleetBoard(
  { whole: config }: LoadedConfig,
  { schema }: { readonly schema: string },
): Promise<OpenBoard> {
  const here = findProject(process.cwd(), process.env)
  const member = readMember(here)
  const address = checkAddress(findAddress({ member, schema: member?.schema ?? schema }, fleetEnvironment()))
  warnPlain(address)
  const fleet = await openFleet(address, 'board')
  const temporary = member === null ? mkdtempSync(join(tmpdir(), 'mayday-board-')) : null
  const project = temporary === null ? here : { ...here, record: temporary }
  mkdirSync(fleetFolder(project), { recursive: true, mode: 0o700 })
  const store = await openSharedCopy(fleet, project)
  let ways = await readWays(fleet, store)
  return {
    context: {
      ...around(config),
      store,
      project: member === null ? project : nodeProject(project, process.env),
      waysOf: (task) => ways(task),
      fleet: boardFleet({ fleet, project, member, address: shownAddress(address), logs: config.logs }),
    },
    pull: () =>
      patiently(async () => {
        await pullInto(fleet, store, project)
        ways = await readWays(fleet, store)
      }),
    close: async () => {
      store.close()
      await fleet[Symbol.asyncDispose]()
      if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

const around = (config: Config): Omit<BoardContext, 'store' | 'project' | 'fleet'> => ({
  processes: openProcesses(),
  knownAgents,
  clock: wallClock,
  schedule: config.schedule,
  overrides: overridesOf(config),
  config,
  isDemo: false,
  checkTrust: async () => undefined,
  launch: refuseLaunch,
})

function refuseLaunch(): never {
  throw new MaydayError('NOT_ON_FLEET', 'Nodes start the runs of a fleet, not this board.')
}

type Showing = {
  readonly fleet: Fleet
  readonly project: Project
  readonly member: Member | null
  readonly address: string
  readonly logs: ArchiveSettings
}

function boardFleet({ fleet, project, member, address, logs }: Showing): BoardFleet {
  const elsewhere = async ({ runId }: RunRecord): Promise<RunPlace | null> => {
    const place = await fleet.nodeOf(runId)
    return place?.id === member?.node ? null : place
  }
  return {
    elsewhere: async (run) => (await elsewhere(run))?.name ?? null,
    nodes: () => nodesOf(fleet, address, member?.node ?? null),
    setNode: (name, to) => fleet.setNode(name, to),
    nodeOf: async ({ runId }) => {
      const place = await fleet.nodeOf(runId)
      if (place === null) return null
      const { name, silentMs, logs } = place
      const state = nodeState(place)
      return { name, state, silentMs, servesLogs: logs !== null && state !== 'left' && state !== 'away' }
    },
    log: async (run) => {
      const place = await elsewhere(run)
      return place === null ? null : findLog(run, place, waysOf(member, logs))
    },
    act: async (work) => {
      using copy = await openOwnCopy(fleet, project, { adds: true })
      const said = await work({ store: copy.store, project: { ...project, record: copy.folder } })
      await copy.ship()
      return said
    },
  }
}

let isAway = false

/** The same error is reported once. */
async function patiently(pull: () => Promise<void>): Promise<boolean> {
  try {
    await pull()
    isAway = false
    return true
  } catch (error) {
    if (!(error instanceof FleetUnreachableError)) throw error
    if (!isAway) complain(`${error.message} The board shows the last state.`)
    isAway = true
    return false
  }
}
