/** Random sequences of what people and nodes do to the queue of a fleet: tests/fleet-story.ts has the laws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/fleet/postgres/database.ts'
import { initFleet, openFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import { FleetStory, NODES } from '../fleet-story.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { randomFrom } from '../random-from.ts'
import { seed, sized } from './size.ts'

const SEQUENCES = sized(60)

describe.skipIf(!isPostgresHere)(`a fleet of ${NODES} nodes, seed ${seed}`, { timeout: 120_000 }, () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  const random = randomFrom(seed)
  it.each(Array.from({ length: SEQUENCES }, () => Math.floor(random() * 2 ** 31)))(
    'the queue keeps its laws (%i)',
    async (start) => {
      const address = server.address()
      await initFleet(address, 10)
      await using fleet = await openFleet(address, 'model')
      const db = await Database.open(address, 'model')
      try {
        await new FleetStory(fleet, db, randomFrom(start)).tell()
        expect(await db.query('select run from serial_locks')).toEqual([])
      } finally {
        await db.close()
      }
    },
  )
})
