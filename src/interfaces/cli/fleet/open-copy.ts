/** Opens the fleet that a project has joined. */
import { openOwnCopy, openSharedCopy } from '../../../fleet/copy.ts'
import { findAddress, nodeProject, readMember, type Member } from '../../../fleet/member.ts'
import { isPlain, shownAddress, type Address } from '../../../fleet/postgres/address.ts'
import { openFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import type { Fleet } from '../../../fleet/port.ts'
import { MaydayError } from '../../../errors.ts'
import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'
import type { Project } from '../../../record/project.ts'
import { complain } from '../../complain.ts'
import type { Closing, OpenedStore } from '../record/open-store.ts'
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
export async function openCopy(project: Project, how: 'reads' | 'writes'): Promise<Closing<OpenedStore>> {
  const fleet = await openMembersFleet(requireMember(project))
  if (how === 'reads') {
    await using _ = fleet
    const store = await openSharedCopy(fleet, project)
    // The logs of this node's runs are in its own record.
    const here = nodeProject(project, process.env)
    return { store, project: here, [Symbol.dispose]: () => store.close() }
  }
  const { store, folder, ship, [Symbol.dispose]: close } = await openOwnCopy(fleet, project)
  return {
    store,
    project: { ...project, record: folder },
    ship,
    [Symbol.dispose]: () => {
      close()
      void fleet[Symbol.asyncDispose]()
    },
  }
}
