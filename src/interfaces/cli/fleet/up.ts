import { existsSync, mkdtempSync, rmSync, chmodSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isRunning, makePostgres, startPostgres, stopPostgres } from '../../../fleet/local-postgres.ts'
import { ownAddressFile, writeOwnAddress } from '../../../fleet/member.ts'
import { DEFAULT_LEASE_S } from '../../../fleet/postgres/migrate.ts'
import { initFleet } from '../../../fleet/postgres/postgres-fleet.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import type { FleetScreen } from './fleet-screen.ts'
import type { FleetAsked } from './fleet.ts'

/** Contains the folder of the Postgres that this user has started. */
const placeFile = (): string => join(dirname(ownAddressFile(process.env)), 'fleet-postgres')

const placeOf = (): string | null => {
  const file = placeFile()
  const folder = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  return folder !== null && existsSync(folder) ? folder : null
}

export async function up({ stop, schema }: FleetAsked, screen: FleetScreen): Promise<number> {
  const known = placeOf()
  if (stop) return down(known, screen)
  if (known !== null) {
    if (!isRunning(known)) startPostgres(known)
    return screen.answer({ folder: known }, () => `Postgres is up in ${known}.\n${next}`)
  }
  const folder = join(newPlace(), 'postgres')
  const { url } = await makePostgres(folder)
  writeOwnAddress(process.env, url)
  writeWhole(placeFile(), `${folder}\n`)
  await initFleet({ url, schema }, DEFAULT_LEASE_S)
  return screen.answer({ folder }, () => `Postgres is up in ${folder}, for a trial on this machine.\n${next}`)
}

const next = [
  'Its address is in a file that only you can read. Commands read it there, so you need not type it.',
  'Next, in each checkout that should work for the fleet: mayday fleet join --allow claude',
  'To stop and delete it: mayday fleet up --stop',
  '',
].join('\n')

/** The user that runs Postgres cannot open root's private folders. */
function newPlace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-fleet-'))
  if (process.geteuid?.() === 0) chmodSync(folder, 0o711)
  return folder
}

async function down(folder: string | null, screen: FleetScreen): Promise<number> {
  if (folder !== null) {
    if (isRunning(folder)) stopPostgres(folder)
    rmSync(dirname(folder), { recursive: true, force: true })
  }
  rmSync(ownAddressFile(process.env), { force: true })
  rmSync(placeFile(), { force: true })
  return screen.answer({ stopped: folder }, () =>
    folder === null ? 'No Postgres was running.\n' : `Stopped and deleted the Postgres in ${folder}.\n`,
  )
}
