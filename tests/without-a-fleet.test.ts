import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const hook = join(import.meta.dirname, 'agents/refuses-fleet-packages.ts')
const env = { NODE_OPTIONS: `--import ${hook}` }

test('without a fleet no code of it is loaded', async () => {
  await using folder = await freshFolder()
  const around = { cwd: folder.path, env }
  const lines = [
    'add Say-hello --no-expect-changes -- echo hello',
    'work --once',
    'run -- true',
    'queue',
    'status',
    'tasks',
    'history',
    'show 1',
    'show 1 --attempts',
    'show 1 --story',
    'diff 1',
    'logs 1',
    'retry 1',
    'skip 1',
    'undo 1',
    'cancel 1',
    'lessons',
    'failures',
    'escalations',
    'stats',
    'fleet --help',
  ]
  for (const line of lines) {
    const { stderr } = await mayday(line.split(' '), around)
    expect(`${line}: ${stderr}`).not.toMatch(/was (?:asked for|loaded)/)
  }
})

test('a fleet command loads it', async () => {
  await using folder = await freshFolder()
  const address = 'postgres://nobody@127.0.0.1:1/none'
  const { stderr } = await mayday(['fleet', 'init', address], { cwd: folder.path, env })
  expect(stderr).toMatch(/was (?:asked for|loaded)/)
})
