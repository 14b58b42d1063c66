import { checkAddress, checkSchema, shownAddress } from '../../../fleet/postgres/address.ts'
import { findAddress, readMember } from '../../../fleet/member.ts'
import { DEFAULT_LEASE_S, migrationSql } from '../../../fleet/postgres/migrate.ts'
import { initFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import { installSql } from '../../../fleet/postgres/jobs.ts'
import { UsageError } from '../../../errors.ts'
import { findProject } from '../../../record/project.ts'
import type { FleetScreen } from './fleet-screen.ts'
import type { FleetAsked } from './fleet.ts'
import { fleetEnvironment, warnPlain } from './open-copy.ts'

/** Tests use short leases. */
const LEASE_VARIABLE = 'MAYDAY_FLEET_LEASE'
/** The shortest lease that pg-boss accepts. */
const SHORTEST_LEASE_S = 10

export async function initialise({ subject, schema, sql }: FleetAsked, screen: FleetScreen): Promise<number> {
  if (sql) return printSql(checkSchema(schema), screen)
  const member = readMember(findProject(process.cwd(), process.env))
  const address = checkAddress(findAddress({ given: subject, member, schema }, fleetEnvironment()))
  warnPlain(address)
  const applied = await initFleet(address, leaseIn(process.env))
  const shown = shownAddress(address)
  return screen.answer({ address: shown, schema, applied }, () =>
    [
      applied.length === 0
        ? `The fleet in ${shown}, schema ${schema}, is up to date.`
        : `The fleet is ready in ${shown}, schema ${schema}.`,
      'This user needs the right to create schemas; nodes do not. SQL for a role with few rights: docs/fleet.md',
      'Next, on each machine: mayday fleet join --allow AGENT=ACCOUNT',
      '',
    ].join('\n'),
  )
}

function leaseIn({ [LEASE_VARIABLE]: asked }: Readonly<Record<string, string | undefined>>): number {
  if (asked === undefined) return DEFAULT_LEASE_S
  const seconds = Number(asked)
  if (Number.isInteger(seconds) && seconds >= SHORTEST_LEASE_S) return seconds
  throw new UsageError(
    `${LEASE_VARIABLE} is '${asked}', and must be a whole number of seconds from ${SHORTEST_LEASE_S} on.`,
  )
}

/** All SQL that `init` would execute in an empty database, for users who need an administrator to run it. */
async function printSql(schema: string, { out }: FleetScreen): Promise<number> {
  out(`${migrationSql(schema, leaseIn(process.env))}\n${await installSql(schema)}\n`)
  return 0
}
