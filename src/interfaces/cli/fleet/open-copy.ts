/** Opens the fleet that a project has joined. */
import { openOwnCopy, openSharedCopy } from '../../../fleet/copy.ts'
import { findAddress, nodeProject, readMember, type Member } from '../../../fleet/member.ts'
import { isPlain, shownAddress, type Address } from '../../../fleet/postgres/address.ts'
import { openFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import type { Fleet } from '../../../fleet/port.ts'
import { MaydayError } from '../../../errors.ts'
import { typedDuration } from '../../../record/duration.ts'
import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'
import type { Project } from '../../../record/project.ts'
import { complain } from '../../complain.ts'
import { openStoreOf, type Closing, type OpenedStore, type Shared } from '../record/open-store.ts'
import { takeFleetVariable } from './take-fleet-variable.ts'

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
  if (how !== 'writes') {
    await using _ = fleet
    const store = await openSharedCopy(fleet, project)
    // The logs of this node's runs are in its own record.
    const here = nodeProject(project, process.env)
    const opened = { store, project: here, isShared: true, [Symbol.dispose]: () => store.close() }
    return typeof how === 'string' ? opened : await filesOf(how.filesOf, opened, fleet, member)
  }
  const { store, folder, ship, [Symbol.dispose]: close } = await openOwnCopy(fleet, project)
  return {
    store,
    project: { ...project, record: folder },
    isShared: true,
    ship,
    [Symbol.dispose]: () => {
      close()
      void fleet[Symbol.asyncDispose]()
    },
  }
}

/** The node's own store, which knows more of its runs; an error that says where the files of the run are. */
async function filesOf(
  ref: string,
  copy: Closing<OpenedStore>,
  fleet: Fleet,
  member: Member,
): Promise<Closing<OpenedStore>> {
  const run = copy.store.find(ref)
  const place = run === null ? null : await fleet.nodeOf(run.runId)
  if (run === null || place === null) return copy
  copy.store.close()
  if (place.id === member.node) return openStoreOf(copy.project)
  const seen = typedDuration(Math.ceil(place.silentMs / 1000) * 1000)
  throw new MaydayError(
    'LOG_ELSEWHERE',
    `Run ${run.run} ran on node ${place.name}, which was in contact ${seen} ago. Its log is there: mayday logs ${run.run}, on that machine. What is known of the run: mayday show ${run.run}`,
  )
}
