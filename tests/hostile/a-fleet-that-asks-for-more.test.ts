/** Somebody may write to the fleet's database, and asks a node for more than it allows. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'

let server: TestPostgres

async function attackedNode(rig: FleetRig, patch: object): Promise<TestNode> {
  const node = await rig.node('one', ['--allow', './mine.sh'])
  writeFileSync(join(node.path, 'mine.sh'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 })
  await node.mayday(['add', 'Harmless', '--', './mine.sh'])
  // Past every command: the queue still says that the task needs only what the node allows.
  await rig.db.query("update rows set row = row || $1::jsonb where kind = 'tasks'", [JSON.stringify(patch)])
  await node.mayday(['work', '--fleet', '--once'])
  return node
}

const statuses = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query('select status from tasks')).map(({ status }) => status)

describe.skipIf(!isPostgresHere)('a fleet that asks for more', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test.each([
    ['a shell command', { verify: 'touch owned' }],
    ['another program', { argv: '["sh","-c","touch owned"]' }],
  ])('%s in the row is not executed', async (_what, patch) => {
    await using rig = await FleetRig.open(server)
    const node = await attackedNode(rig, patch)
    expect(existsSync(join(node.path, 'owned'))).toBe(false)
    expect(existsSync(join(node.path, 'ran'))).toBe(false)
    expect(await statuses(rig)).toEqual(['escalated'])
    expect((await node.mayday(['escalations', '--json'])).stdout).toContain('this node does not allow')
  })

  test('no agent works outside of the project', async () => {
    await using rig = await FleetRig.open(server)
    mkdirSync(join(rig.folder, 'other'))
    writeFileSync(join(rig.folder, 'other/mine.sh'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 })
    await attackedNode(rig, { cwd: '../other' })
    expect(existsSync(join(rig.folder, 'other/ran'))).toBe(false)
    expect(await statuses(rig)).toEqual(['escalated'])
  })

  test('a row with a made-up column changes nothing else', async () => {
    await using rig = await FleetRig.open(server)
    const node = await attackedNode(rig, { "status = 'x' --": 1, ROWID: 99 })
    expect(existsSync(join(node.path, 'ran'))).toBe(true)
    expect(await statuses(rig)).toEqual(['succeeded'])
  })
})
