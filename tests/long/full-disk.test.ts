import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder, mayday, type Finished } from '../run-mayday.ts'

/** A run needs 64 MB to start. The worker uses the rest. */
const SIZE = '80m'
const FILL = 'dd if=/dev/zero of="$FILL" bs=1k count=200000 2>&1'
/** Removes the space that a run reserves for its own end. */
const AND_THE_RESERVE = `find "$MAYDAY_STATE" -name reserve -delete; ${FILL}`

const canMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return process.getuid?.() === 0
  } catch {
    return false
  }
})()
const why = canMount ? '' : ' (only root can mount a small disk)'

type SmallDisk = AsyncDisposable & {
  readonly mayday: (...args: readonly string[]) => Promise<Finished>
  /** Frees the space again. */
  readonly empty: () => void
}

/** A project with one folder on a separate small disk. */
async function smallDisk(place: 'project' | 'record' | 'tree'): Promise<SmallDisk> {
  const folder = await freshFolder()
  const project = folder.file('project')
  const record = folder.file('state')
  const disk = { project, record, tree: join(project, 'tree') }[place]
  for (const path of [project, disk]) mkdirSync(path, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk])
  const fill = join(disk, 'fill')
  const env = { MAYDAY_DIR: project, MAYDAY_STATE: record, FILL: fill }
  return {
    mayday: (...args) => mayday(args, { cwd: place === 'tree' ? disk : project, env }),
    empty: () => rmSync(fill),
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', ['-l', disk])
      await folder[Symbol.asyncDispose]()
    },
  }
}

const sentences = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !/^mayday: run \d/.test(line))

describe.skipIf(!canMount)(`a full disk${why}`, () => {
  test.for(['project', 'record', 'tree'] as const)('of the %s is the reason of a failure', async (place) => {
    await using disk = await smallDisk(place)
    const { code, stdout } = await disk.mayday('run', '--', 'sh', '-c', `${FILL}; exit 7`)
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('DISK_FULL') })
    disk.empty()
    const shown = JSON.parse((await disk.mayday('show', '1', '--json')).stdout)
    expect(shown.run ?? shown).toMatchObject({ reason: 'DISK_FULL', exitCode: 7 })
  })

  test('of the record is a clear error', async () => {
    await using disk = await smallDisk('record')
    const ended = await disk.mayday('run', '--', 'sh', '-c', `${AND_THE_RESERVE}; exit 7`)
    expect(ended.code).toBe(2)
    expect(sentences(ended.stderr)).toEqual([
      expect.stringMatching(/^mayday: The disk is full: .*finishes it/),
    ])
    disk.empty()
    const { stdout } = await disk.mayday('history')
    expect(stdout).toMatch(/^1 {2}✗ failed \(DISK_FULL\)/)
  })

  test('ends the scheduler and loses no task', async () => {
    await using disk = await smallDisk('record')
    await disk.mayday('add', 'Do it', '--', 'sh', '-c', `${AND_THE_RESERVE}; exit 7`)
    const { code, stderr } = await disk.mayday('work')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^mayday: The disk .*\n$/)
    disk.empty()
    expect((await disk.mayday('history')).stdout).toMatch(/^1 {2}✗ failed \(DISK_FULL\)/)
    expect((await disk.mayday('work', '--once')).code).toBe(3)
  })

  test('is no reason if the run succeeded', async () => {
    await using disk = await smallDisk('tree')
    const { code } = await disk.mayday('run', '--', 'sh', '-c', `${FILL}; exit 0`)
    expect(code).toBe(0)
  })

  test('stops further recording', async () => {
    await using disk = await smallDisk('record')
    await disk.mayday('run', '--', 'sh', '-c', `${AND_THE_RESERVE}; exit 7`)
    const refused = await disk.mayday('add', 'Do it', '--', 'true')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^mayday: The disk .*\n$/) })
  })
})
