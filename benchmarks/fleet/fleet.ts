/** What a fleet costs on its Postgres, compared with a plain table with `for update skip locked` on the same server. */
import { isPostgresHere } from '../../tests/postgres-here.ts'
import type { Row } from '../table.ts'
import { measuredPostgres } from './server.ts'
import { simulationRows } from './simulation.ts'
import { takeoverRow } from './takeover.ts'
import { throughputRows } from './throughput.ts'
import { wakeUpRows } from './wake-up.ts'

/** All rows of fleets; none without Postgres. */
export async function fleetRows(): Promise<readonly Row[]> {
  if (!isPostgresHere) {
    console.log('The fleet is not measured: Postgres is not installed here (apt-get install postgresql).')
    return []
  }
  using server = await measuredPostgres()
  return [
    ...(await throughputRows(server)),
    ...(await wakeUpRows(server)),
    await takeoverRow(server),
    ...(await simulationRows(server)),
  ]
}
