import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { projectAt } from '../record/project.ts'
import { checkLaunch as checkGiven, type LaunchCheck, type LaunchRequest } from './launch.ts'

const env = { PATH: '/usr/bin:/bin' }

const checkLaunch = (request: Omit<LaunchRequest, 'agentNames'>): LaunchCheck =>
  checkGiven({ ...request, agentNames: ['claude', 'codex'] })

describe('a launch', () => {
  it('is ready with the full path of its program', async () => {
    await using folder = await freshFolder()
    const check = checkLaunch({
      argv: ['sh', '-c', 'true'],
      cwd: folder.path,
      project: projectAt(folder.path, process.env),
      env,
      agent: null,
    })
    expect(check).toMatchObject({ kind: 'ready', agent: null })
    expect(check.kind === 'ready' ? check.program : '').toMatch(/\/bin\/sh$/)
  })

  it('recognises the agent by its program', async () => {
    await using folder = await freshFolder()
    await writeFile(folder.file('claude'), '#!/bin/sh\n', { mode: 0o755 })
    const check = checkLaunch({
      argv: ['./claude'],
      cwd: folder.path,
      project: projectAt(folder.path, process.env),
      env,
      agent: null,
    })
    expect(check).toMatchObject({ kind: 'ready', agent: 'claude' })
  })

  it('skips a folder of PATH that is missing', async () => {
    await using folder = await freshFolder()
    await symlink('loop', folder.file('loop'))
    const PATH = `${folder.file('loop')}:/usr/bin:/bin`
    const check = checkLaunch({
      argv: ['sh'],
      cwd: folder.path,
      project: projectAt(folder.path, process.env),
      env: { PATH },
      agent: null,
    })
    expect(check).toMatchObject({ kind: 'ready' })
  })

  it.each([
    ['a command that does not exist', ['no-such-program'], /^command not found: no-such-program$/],
    ['a command without a name', [''], /^command not found: $/],
    ['a file that may not be executed', ['./plain.txt'], /^not executable: .*plain\.txt$/],
    ['a folder', ['./folder'], /^command not found: \.\/folder$/],
  ])('refuses %s', async (_what, argv, rejection) => {
    await using folder = await freshFolder()
    await writeFile(folder.file('plain.txt'), 'words')
    await chmod(folder.file('plain.txt'), 0o644)
    await mkdir(folder.file('folder'))
    const check = checkLaunch({
      argv,
      cwd: folder.path,
      project: projectAt(folder.path, process.env),
      env,
      agent: null,
    })
    expect(check).toEqual({ kind: 'rejected', rejection: expect.stringMatching(rejection) })
  })

  it('refuses a folder that links outside', async () => {
    await using folder = await freshFolder()
    await using other = await freshFolder()
    await symlink(other.path, folder.file('link'))
    const check = checkLaunch({
      argv: ['sh'],
      cwd: folder.file('link'),
      project: projectAt(folder.path, process.env),
      env,
      agent: null,
    })
    expect(check).toMatchObject({ rejection: expect.stringContaining('is outside the project') })
  })

  it('refuses a working directory that is gone', async () => {
    await using folder = await freshFolder()
    const cwd = join(folder.path, 'gone')
    expect(
      checkLaunch({ argv: ['sh'], cwd, project: projectAt(folder.path, process.env), env, agent: null }),
    ).toMatchObject({
      rejection: `the working directory ${cwd} does not exist`,
    })
  })

  it('refuses an agent without a known name', async () => {
    await using folder = await freshFolder()
    const check = checkLaunch({
      argv: ['sh'],
      cwd: folder.path,
      project: projectAt(folder.path, process.env),
      env,
      agent: 'hal',
    })
    expect(check).toEqual({ kind: 'rejected', rejection: 'unknown agent hal' })
  })
})
