/** Workers and systems that misbehave. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { testProject, until } from '../running-mayday.ts'
import { freshFolder, mayday } from '../run-mayday.ts'

const agent = (name: string): string => fileURLToPath(new URL(`../agents/${name}`, import.meta.url))

const left = (runId: string | undefined): number => openProcesses().tagged(runId ?? '?').length

describe('a worker that', () => {
  it('closes its output is waited for', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--', 'sh', '-c', 'echo bye; exec >&- 2>&-; sleep 0.5; exit 4'])
    expect(project.result()).toMatchObject({ exitCode: 4 })
    expect(project.log()).toBe('bye\n')
  })

  it('ignores TERM is killed after the grace', async () => {
    await using project = await testProject()
    await project.mayday([
      'run',
      '--timeout',
      '500ms',
      '--grace',
      '200ms',
      '--',
      'sh',
      agent('ignores-term.sh'),
    ])
    const result = project.result()
    expect(result).toMatchObject({ reason: 'TIMEOUT', endSignal: 'SIGKILL' })
    expect(left(result?.runId)).toBe(0)
  })

  it('forks away leaves no process behind', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--grace', '300ms', '--', 'sh', '-c', 'setsid sleep 600 & exit 0'])
    const result = project.result()
    expect(result).toMatchObject({ status: 'succeeded' })
    expect(left(result?.runId)).toBe(0)
    expect(project.events().some(({ event }) => event === 'strays:stopped')).toBe(true)
  })

  it('prints no newline is kept byte for byte', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--', 'printf', '%s', 'x'.repeat(70_000)])
    expect(project.log()).toBe('x'.repeat(70_000))
  })

  it('writes NUL bytes is kept byte for byte', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--', 'sh', '-c', 'head -c 5000 /dev/zero; exit 1'])
    const [folder = ''] = project.folders()
    expect(readFileSync(join(folder, 'worker.log'))).toEqual(Buffer.alloc(5000))
    expect(project.result()).toMatchObject({ status: 'failed', exitCode: 1 })
  })
})

describe('after the deletion of', () => {
  it('the log, it is written again', async () => {
    await using project = await testProject()
    const script = 'echo before; while [ ! -e go ]; do sleep 0.02; done; echo after; exit 3'
    const going = project.start(['run', '--', 'sh', '-c', script])
    await until('the worker', () => project.log() === 'before\n')
    rmSync(join(project.folders()[0] ?? '', 'worker.log'))
    await until('the repair', () => project.events().some(({ event }) => event === 'state:rebuilt'))
    await writeFile(project.file('go'), '')
    const { stdout } = await going.finished
    expect(stdout).toContain('had its files rebuilt: the log had been deleted')
    expect(project.log()).toBe('before\nafter\n')
    expect(project.result()).toMatchObject({ exitCode: 3 })
  })

  it('the whole state, the run is recorded again', async () => {
    await using project = await testProject()
    const script = 'echo before; while [ ! -e go ]; do sleep 0.02; done; echo after; exit 3'
    const going = project.start(['run', '--', 'sh', '-c', script])
    await until('the worker', () => project.log() === 'before\n')
    await until('its record', () => project.events().some(({ event }) => event === 'stage:started'))
    rmSync(project.record, { recursive: true })
    await until('the repair', () => project.events().some(({ event }) => event === 'state:rebuilt'))
    expect((await project.mayday(['history'])).stdout).toContain('● running')
    await writeFile(project.file('go'), '')
    const { stdout, code } = await going.finished
    expect(code).toBe(1)
    expect(stdout).toMatch(/had its files rebuilt: the folder .* and the database had been deleted/)
    expect(project.log()).toBe('before\nafter\n')
    expect(project.result()).toMatchObject({ run: 1, exitCode: 3 })
    expect((await project.mayday(['history'])).stdout).toMatch(/^1 {2}✗ failed/)
  })
})

const isRoot = process.getuid?.() === 0

describe('a system that', () => {
  it.skipIf(isRoot && !canMount())('refuses writes is named', async () => {
    await using folder = await freshFolder()
    const home = folder.file('home')
    await mkdir(home)
    // Root may write into every folder, but not to a read-only file system.
    if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', home])
    else chmodSync(home, 0o555)
    try {
      const { code, stderr } = await mayday(['run', '--', 'touch', 'started'], {
        cwd: folder.path,
        env: { MAYDAY_STATE: join(home, 'state') },
      })
      expect(code).toBe(2)
      expect(stderr).toMatch(/^mayday: .*cannot be made \((?:EROFS|EACCES)\)\. Set MAYDAY_STATE .*\n$/)
      expect(existsSync(folder.file('started'))).toBe(false)
    } finally {
      if (isRoot) execFileSync('umount', [home])
      else chmodSync(home, 0o755)
    }
  })

  it.skipIf(!isRoot || !canMount())('has a full disk starts no run', async () => {
    await using folder = await freshFolder()
    await mkdir(folder.file('small'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder.file('small')])
    try {
      const { code, stdout, stderr } = await mayday(['run', '--', 'touch', 'started'], {
        cwd: folder.file('small'),
      })
      expect(code).toBe(1)
      expect(stdout + stderr).toContain('is almost full')
      expect(existsSync(folder.file('small/started'))).toBe(false)
    } finally {
      execFileSync('umount', [folder.file('small')])
    }
  })
})

/** A container may run as root without permission to mount. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
