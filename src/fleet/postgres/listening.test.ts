import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresHere, testPostgres, type TestPostgres } from '../../../tests/postgres-here.ts'
import { until } from '../../../tests/running-mayday.ts'
import { Database } from './database.ts'
import { listen } from './listening.ts'

describe.skipIf(!isPostgresHere)('notifications', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a connection that is not wanted any more is closed', async () => {
    const address = server.address()
    const db = await Database.open(address, 'test')
    let isWanted = true
    let wakes = 0
    const newClient = (): pg.Client =>
      new pg.Client({ connectionString: address.url, application_name: 'listens' })
    const listeners = async (): Promise<number> =>
      (await db.query("select 1 from pg_stat_activity where application_name = 'listens'")).length
    const becomes = async (count: number): Promise<void> => {
      await expect.poll(listeners, { timeout: 30_000 }).toBe(count)
    }
    {
      using _ = listen({
        channel: 'news',
        wake: () => (wakes += 1),
        isWanted: async () => isWanted,
        newClient,
        askEveryMs: 50,
      })
      await until('the first wake-up', () => wakes > 0)
      const before = wakes
      await db.query("select pg_notify('news', '')")
      await until('a notification', () => wakes > before)
      isWanted = false
      await becomes(0)
      isWanted = true
      await becomes(1)
    }
    await becomes(0)
    await db.close()
  }, 60_000)
})
