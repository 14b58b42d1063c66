import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  limitMemory,
  NoMemoryLimitError,
  oomKills,
  releaseMemory,
  type MemoryLimit,
} from '../src/supervision/memory-limit.ts'
import { wrapperFor, type WrapperKind } from '../src/supervision/wrapper-kinds.ts'
import { parseExit, spawnStage, type ExitStatus } from '../src/supervision/wrapper.ts'
import { agent, Children } from './children.ts'
import { freshFolder } from './run-mayday.ts'
import { testProject } from './running-mayday.ts'

/** Enough for Node itself and little more. */
const LIMIT = 128 * 1024 * 1024

const tryLimit = (): MemoryLimit | NoMemoryLimitError => {
  try {
    return limitMemory(LIMIT)
  } catch (error) {
    if (error instanceof NoMemoryLimitError) return error
    throw error
  }
}

const eat = async (limit: MemoryLimit, kind: WrapperKind, mib: string): Promise<ExitStatus | null> => {
  await using folder = await freshFolder()
  await using children = new Children()
  const { child } = spawnStage({
    folder: folder.path,
    prefix: '',
    argv: agent('eats-memory.ts', mib),
    cwd: folder.path,
    env: children.env,
    logPath: folder.file('worker.log'),
    limit: limit.wrapper,
    wrapper: wrapperFor(kind),
  })
  await once(child, 'exit')
  return parseExit(readFileSync(folder.file('exit'), 'utf8'))
}

for (const kind of ['perl', 'bash', 'sh'] as const) {
  test(`${kind}: too much memory ends the worker with proof`, async ({ skip }) => {
    const limit = tryLimit()
    if (limit instanceof NoMemoryLimitError) return skip(limit.message)
    try {
      const before = oomKills()
      const exit = await eat(limit, kind, '512')
      expect(exit).toMatchObject({ signal: 'SIGKILL', sure: true, oomKills: 1, error: null })
      expect(oomKills() ?? Infinity).toBeGreaterThan(before ?? 0)
      expect(await eat(limit, kind, '1')).toMatchObject({ code: 0, oomKills: 0 })
    } finally {
      expect(await releaseMemory(limit)).toBe(true)
    }
    expect(existsSync(limit.group?.folder ?? '')).toBe(false)
  })

  test(`${kind}: a worker without its limit does not start`, async () => {
    const wrapper = { launcher: [], procs: '/nowhere/cgroup.procs', events: '/nowhere/memory.events' }
    const exit = await eat({ bytes: LIMIT, group: null, wrapper }, kind, '1')
    expect(exit?.code).toBe(126)
    expect(exit?.error).toMatch(/^cannot enter the memory limit/)
  })
}

test('a systemd limit needs no removal', async () => {
  const wrapper = { launcher: ['systemd-run'], procs: '', events: 'own' }
  expect(await releaseMemory({ bytes: LIMIT, group: null, wrapper })).toBe(true)
})

test('a killed child is no proof', async ({ skip }) => {
  await using project = await testProject()
  const before = oomKills()
  const child = `sh -c 'kill -9 $$'; exit 1`
  await project.mayday(['run', '--', 'sh', '-c', child])
  if (oomKills() !== before) return skip('the kernel killed something else for memory meanwhile')
  expect(project.log()).toContain('Killed')
  expect(project.result()).toMatchObject({ reason: 'WORKER_CRASHED' })
})
