/** Opens the fleet that a project has joined. */
import { bringCards } from '../../../fleet/cards/bring-cards.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { openOwnCopy, openSharedCopy, pullInto } from '../../../fleet/copy.ts'
import { findAddress, nodeProject, readMember, type Member } from '../../../fleet/member.ts'
import { isPlain, shownAddress, type Address } from '../../../fleet/postgres/address.ts'
import { openFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import { readWays } from '../../../fleet/ways.ts'
import type { Fleet, RunPlace } from '../../../fleet/port.ts'
import { MaydayError } from '../../../errors.ts'
import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'
import type { Project } from '../../../record/project.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import { complain } from '../../complain.ts'
import { findLog } from '../../node-logs/find-log.ts'
import {
  openStoreOf,
  type Closing,
  type Elsewhere,
  type OpenedStore,
  type Shared,
} from '../record/open-store.ts'
import { trustedPart } from '../config/project-config.ts'
import { takeFleetVariable } from './take-fleet-variable.ts'
import { strandedWords } from './stranded.ts'
import { waysOf } from './log-ways.ts'

/** The environment, with the fleet address that was removed from it. */
export const fleetEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
  [FLEET_VARIABLE]: takeFleetVariable(),
})

export function requireMember(project: Project): Member {
  const member = readMember(project)
  if (member !== null) return member
  throw new MaydayError('NO_FLEET', 'This project has joined no fleet. Join one: mayday fleet join')
}

export const memberAddress = (member: Member): Address =>
  findAddress({ member, schema: member.schema }, fleetEnvironment())

export function warnPlain(address: Address): void {
  if (isPlain(address))
    complain(
      `the connection to ${shownAddress(address)} is not encrypted. Add ?sslmode=verify-full to the address.`,
    )
}

export const openMembersFleet = (member: Member, who = 'command'): Promise<Fleet> =>
  openFleet(memberAddress(member), who)

/** A copy of the fleet's state in a store that commands read like the project's store. */
export async function openCopy(project: Project, how: Shared): Promise<Closing<OpenedStore>> {
  const member = requireMember(project)
  const fleet = await openMembersFleet(member)
  if (how === 'writes' || how === 'adds') return openWritten(how, project, fleet, member)
  await using _ = fleet
  const opened = await openRead(project, fleet, member)
  return typeof how === 'string' ? opened : await withFiles(how, opened, fleet, member)
}

async function openRead(project: Project, fleet: Fleet, member: Member): Promise<Closing<OpenedStore>> {
  const store = await openSharedCopy(fleet, project)
  return {
    store,
    // The logs of this node's runs are in its own record.
    project: nodeProject(project, process.env),
    isShared: true,
    stranded: () => readStranded(member),
    waysOf: await readWays(fleet, store),
    [Symbol.dispose]: () => store.close(),
  }
}

async function openWritten(
  how: 'writes' | 'adds',
  project: Project,
  fleet: Fleet,
  member: Member,
): Promise<Closing<OpenedStore>> {
  const copy = await openOwnCopy(fleet, project, { adds: how === 'adds' })
  const { store, folder } = copy
  return {
    store,
    project: { ...project, record: folder },
    isShared: true,
    stranded: () => readStranded(member),
    waysOf: await readWays(fleet, store),
    ship: async (asked) => {
      // The first checkout that enqueues a card has the board.
      if (store.pendingCardEvents().length > 0) await fleet.beCardWriter(member.node, false)
      await copy.ship(asked)
      await bringCards(fleet, member.node, project)
    },
    [Symbol.dispose]: () => {
      copy[Symbol.dispose]()
      void fleet[Symbol.asyncDispose]()
    },
  }
}

async function readStranded(member: Member): Promise<readonly string[]> {
  await using fleet = await openMembersFleet(member)
  return (await fleet.counts()).stranded.map(strandedWords)
}

/** With `filesOf` the node's own store, which knows more of its runs; otherwise a way to the node that has the files. */
async function withFiles(
  how: Exclude<Shared, string>,
  copy: Closing<OpenedStore>,
  fleet: Fleet,
  member: Member,
): Promise<Closing<OpenedStore>> {
  const run = copy.store.find('about' in how ? how.about : how.filesOf)
  const place = run === null ? null : await fleet.nodeOf(run.runId)
  if (run === null || place === null) return copy
  if (place.id !== member.node) return { ...copy, elsewhere: elsewhere(run, place, member, copy) }
  if ('about' in how) return copy
  copy.store.close()
  return openStoreOf(copy.project)
}

const ENDED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 250

function elsewhere(
  run: RunRecord,
  place: RunPlace,
  member: Member,
  { project, store }: OpenedStore,
): Elsewhere {
  return {
    node: place.name,
    log: async () => {
      // Requests to the archive are signed, so its address needs trust.
      const { logs } = await trustedPart(project)
      return findLog(run, place, waysOf(member, logs))
    },
    ended: async () => {
      await using fleet = await openMembersFleet(member)
      const until = performance.now() + ENDED_WITHIN_MS
      for (;;) {
        await pullInto(fleet, store, project)
        const now = store.find(run.runId) ?? run
        if (!isLive(now) || performance.now() > until) return now
        await pause(LOOK_EVERY_MS)
      }
    },
  }
}
