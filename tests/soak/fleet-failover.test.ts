/** A failover to a streaming replica in the middle of runs. What an asynchronous one can lose: docs/fleet.md. */
import { describe, expect, test } from 'vitest'
import { Database } from '../../src/fleet/postgres/database.ts'
import { FleetRig } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres } from '../postgres-here.ts'
import { replicaOf } from '../replica.ts'
import { until } from '../running-mayday.ts'
import { agent } from '../task-repository.ts'
import { sized } from './size.ts'

const traces = agent('leaves-traces.sh')

describe.skipIf(!isPostgresHere)('a failover', { timeout: 300_000 }, () => {
  test.each([
    { kind: 'synchronous', settings: "alter system set synchronous_standby_names = '*'" },
    { kind: 'asynchronous', settings: "alter system set synchronous_standby_names = ''" },
  ])('a fleet goes on after a failover: $kind', async ({ kind, settings }) => {
    using server = await testPostgres()
    await using rig = await FleetRig.open(server)
    using replica = await replicaOf(server)
    await rig.query(settings)
    await rig.query('select pg_reload_conf()')
    const proxy = await rig.proxy()
    const url = proxy.url(rig.address.url)
    const nodes = [await rig.node('one', ['--allow-any'], url), await rig.node('two', ['--allow-any'], url)]
    const count = 6 + sized(40)
    for (let n = 0; n < count; n += 1)
      await nodes[0]?.mayday(['add', `Task ${n}`, '--parallel', '--', traces, rig.traces, '3'])
    for (const node of nodes) node.start(['--concurrency', '2'])
    await until('some runs', () => rig.spans().length >= count / 3)
    replica.crashFirst()
    replica.promote()
    proxy.turnTo(replica.port)
    const after = rig.address.url.replace(`:${server.port}/`, `:${replica.port}/`)
    const db = await Database.open({ ...rig.address, url: after }, 'test')
    try {
      await rig.until('everything to be done', async () => {
        const left = await db.query("select 1 from tasks where status <> 'succeeded'")
        return left.length === 0
      })
      // A synchronous replica has everything that was answered.
      const ended = await db.query("select task from runs where state = 'ended'")
      expect(ended).toHaveLength(count)
      if (kind === 'asynchronous') return
      expect(rig.spans()).toHaveLength(count)
      expect(rig.overlaps(({ task }) => task)).toBe(0)
    } finally {
      await db.close()
    }
  })
})
