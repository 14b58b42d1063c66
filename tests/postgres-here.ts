import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, isRunning, makePostgres, stopPostgres } from '../src/fleet/local-postgres.ts'
import type { LocalPostgres } from '../src/fleet/local-postgres.ts'
import type { Address } from '../src/fleet/postgres/address.ts'

/** Tests of fleets need Postgres: without it they are skipped by their names. */
export const isPostgresHere: boolean = hasPostgres()

export type TestPostgres = LocalPostgres & {
  /** A fleet of its own for each test. */
  readonly address: () => Address
} & Disposable

/** A real server with real processes, which is gone when the tests are over. */
export async function testPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-pg-'))
  // Where root runs the tests, Postgres runs as another user.
  chmodSync(folder, 0o711)
  const server = await makePostgres(join(folder, 'pg'), ['fsync = off', 'max_connections = 300', ...settings])
  let fleets = 0
  return {
    ...server,
    address: () => ({ url: server.url, schema: `fleet_${(fleets += 1)}` }),
    [Symbol.dispose]: () => {
      if (isRunning(server.folder)) stopPostgres(server.folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
