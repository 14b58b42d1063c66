/** Another user, or a repository, prepares the folders around a project. */
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from '../run-mayday.ts'
import { testProject } from '../running-mayday.ts'

const isRoot = process.getuid?.() === 0
const STRANGER = 4242

test.runIf(isRoot)('a config above the project must be yours', async () => {
  await using shared = await freshFolder()
  mkdirSync(shared.file('project'))
  writeFileSync(shared.file('mayday.yaml'), 'limits: {timeout: 1s}\n')
  const where = async (): Promise<unknown> =>
    JSON.parse((await mayday(['where', '--json'], { cwd: shared.file('project') })).stdout)
  expect(await where()).toMatchObject({ root: shared.path })
  chownSync(shared.file('mayday.yaml'), STRANGER, STRANGER)
  expect(await where()).toMatchObject({ root: shared.file('project') })
})

test.runIf(isRoot)('a state folder of another user is refused', async () => {
  await using project = await testProject()
  await using other = await freshFolder()
  chmodSync(other.path, 0o755)
  chownSync(other.path, STRANGER, STRANGER)
  const { code, stderr } = await project.mayday(['run', '--', 'true'], { MAYDAY_STATE: other.path })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to user 4242') })
})

test('a state folder that anybody can replace is refused', async () => {
  await using project = await testProject()
  await using open = await freshFolder()
  chmodSync(open.path, 0o777)
  const env = { MAYDAY_STATE: open.file('state') }
  const { code, stderr } = await project.mayday(['run', '--', 'true'], env)
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Other users can write to ${open.path}`),
  })
})

test.each([
  ['a relative path', 'state', "is 'state', and must be an absolute path"],
  ['a file', '/dev/null', '/dev/null is not a folder'],
])('%s is no state folder', async (_what, state, said) => {
  await using project = await testProject()
  for (const command of [['run', '--', 'true'], ['history'], ['status'], ['clean']]) {
    const { code, stderr } = await project.mayday(command, { MAYDAY_STATE: state })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(said) })
  }
})

test('a state folder that cannot be made ends at once', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['run', '--', 'true'], { MAYDAY_STATE: '/proc/x/y' })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be made') })
})

test('an empty home is not the project', async () => {
  await using project = await testProject()
  mkdirSync(project.file('.config/mayday'), { recursive: true })
  const planted = `stages: {verify: 'touch ${project.file('executed')}'}\n`
  writeFileSync(project.file('.config/mayday/mayday.yaml'), planted)
  await project.mayday(['run', '--', 'true'], { HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' })
  expect(existsSync(project.file('executed'))).toBe(false)
  expect(existsSync(project.file('.cache'))).toBe(false)
})

test('a linked config shows nothing of another file', async () => {
  await using project = await testProject()
  await using home = await freshFolder()
  writeFileSync(home.file('pgpass'), 'db:5432:prod:alice:hunter2-S3cr3t\n')
  symlinkSync(home.file('pgpass'), project.file('mayday.yaml'))
  const { code, stderr } = await project.mayday(['run', '--', 'true'])
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('leads out of the project'),
  })
  expect(stderr).not.toContain('hunter2')
})

test('an empty entry of PATH finds nothing in the project', async () => {
  await using project = await testProject()
  for (const name of ['claude', 'git']) {
    writeFileSync(project.file(name), `#!/bin/sh\ntouch ${project.file('executed')}\n`)
    chmodSync(project.file(name), 0o755)
  }
  const env = { PATH: `:${process.env['PATH']}:` }
  for (const command of [
    ['agents'],
    ['doctor'],
    ['unmerged'],
    ['run', '--', 'true'],
    ['run', '--', 'claude'],
  ])
    await project.mayday(command, env)
  expect(existsSync(project.file('executed'))).toBe(false)
})
