/**
 * A kill at any time: no byte of the log and no exit status is lost, every run gets an ending, no process is left,
 * and the database is valid.
 */
import { existsSync, statSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Store } from '../../src/record/store.ts'
import { crashPoints, CRASH_VARIABLE, type CrashPoint } from '../../src/supervision/crash-point.ts'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import type { RunResult } from '../../src/record/run-result.ts'
import { adopterOf, killRun, testProject, until, type TestProject } from '../running-mayday.ts'

/** Prints ten lines, the last one when it is allowed to end. Its change makes verify run although it fails. */
const WORKER =
  'touch changed; for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; done; while [ ! -e go ]; do sleep 0.02; done; echo last; exit 7'
const LOG = `${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `line ${i}\n`).join('')}last\nverified\n`
const RUN = ['run', '--grace', '500ms', '--verify', 'echo verified', '--', 'sh', '-c', WORKER]

/** Runs commands as a person would, until no run is live. */
async function settle(project: TestProject): Promise<RunResult> {
  await project.mayday(['history'])
  await until('the run to end', () => project.result() !== null && adopterOf(project.path) === null)
  await project.mayday(['history'])
  const result = project.result()
  if (result === null) throw new Error('no result')
  return result
}

/** The invariants that hold after every test. */
function expectWhole(project: TestProject, result: RunResult): void {
  const store = Store.open(project.record)
  expect(store.integrity()).toEqual([])
  expect(store.unfinished()).toEqual([])
  expect(store.find(result.runId)).toMatchObject({ status: result.status, reason: result.reason })
  store.close()
  expect(openProcesses().tagged(result.runId)).toEqual([])
  for (const folder of project.folders()) expect(existsSync(join(folder, 'env.json'))).toBe(false)
}

/** If the worker has never run, there is neither output nor status. */
const BEFORE_THE_WORKER: ReadonlySet<CrashPoint> = new Set([
  'intent recorded',
  'folder written',
  'stage announced',
])

/** The worker ends only after the crash: a short one could end before Mayday reaches this step. */
const WHILE_IT_WORKS: ReadonlySet<CrashPoint> = new Set(['stage spawned', 'stage running'])

/** Only a stopping run reaches this step. It has a separate test. */
const points = crashPoints.filter((point) => point !== 'stage stopping')

describe('killed at every step', () => {
  it.each(points)('mayday loses nothing at: %s', async (point) => {
    await using project = await testProject()
    const going = project.start(RUN, { [CRASH_VARIABLE]: point })
    if (WHILE_IT_WORKS.has(point)) await going.finished
    await writeFile(project.file('go'), '')
    const { code } = await going.finished
    expect(code).toBeNull()
    const result = await settle(project)
    expectWhole(project, result)
    const never = BEFORE_THE_WORKER.has(point)
    expect(project.log()).toBe(never ? '' : LOG)
    expect(result).toMatchObject(
      never
        ? { status: 'failed', reason: 'WORKER_CRASHED', exitCode: null }
        : { status: 'failed', reason: 'UNKNOWN', exitCode: 7 },
    )
  })

  it('mayday finishes a stop after a kill', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--timeout', '300ms', '--', 'sh', '-c', 'echo ready; sleep 600'], {
      [CRASH_VARIABLE]: 'stage stopping',
    })
    expect((await going.finished).code).toBeNull()
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'TIMEOUT', ending: { kind: 'stopped', by: 'timeout' } })
  })
})

const wrapperOf = (project: TestProject): number | null => {
  const started = project.events().find(({ event }) => event === 'stage:started')
  return started?.event === 'stage:started' ? started.pid : null
}

/** A worker that ended while Mayday was dead. */
async function endUnwatched(
  project: TestProject,
): Promise<{ readonly folder: string; readonly endedMs: number }> {
  const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 0.5'])
  await until('the worker', () => project.log().includes('ready'))
  going.child.kill('SIGKILL')
  await going.finished
  const [folder = ''] = project.folders()
  await until('its end', () => existsSync(join(folder, 'exit')))
  return { folder, endedMs: statSync(join(folder, 'exit')).mtimeMs }
}

describe('killed apart and together', () => {
  it('an adopter continues a live run', async () => {
    await using project = await testProject()
    const going = project.start(RUN)
    await until('the worker', () => project.log().includes('line 9'))
    going.child.kill('SIGKILL')
    await going.finished
    const { stdout } = await project.mayday(['history'])
    // The kill may come before Mayday notes that the worker has started.
    expect(stdout).toMatch(/● (?:running|launching)/)
    await until('the adopter', () => adopterOf(project.path))
    await writeFile(project.file('go'), '')
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ exitCode: 7, reason: 'UNKNOWN' })
    expect(project.events().map(({ event }) => event)).toContain('run:adopted')
  })

  it('time without a supervisor is running time', async () => {
    await using project = await testProject()
    const { endedMs } = await endUnwatched(project)
    const result = await settle(project)
    expect(result.durationMs).toBe(Math.round(endedMs - Date.parse(result.stages[0]?.startedAt ?? '')))
  })

  it('time that the machine slept does not count', async () => {
    await using project = await testProject()
    const { folder, endedMs } = await endUnwatched(project)
    const counted = { event: 'stage:ticked', stage: 'agent_run', elapsedMs: 20, silentMs: 0 }
    const at = new Date(endedMs - 100).toISOString()
    await appendFile(join(folder, 'events.jsonl'), `${JSON.stringify({ at, ...counted })}\n`)
    const result = await settle(project)
    expect(result.durationMs).toBe(20 + Math.round(endedMs - Date.parse(at)))
  })

  it('a killed adopter is replaced by another', async () => {
    await using project = await testProject()
    const going = project.start(RUN)
    await until('the worker', () => project.log().includes('line 9'))
    going.child.kill('SIGKILL')
    await going.finished
    await project.mayday(['history'])
    const first = await until('an adopter', () => adopterOf(project.path))
    await until('the adoption', () => project.events().some(({ event }) => event === 'run:adopted'))
    process.kill(first, 'SIGKILL')
    await until('its end', () => adopterOf(project.path) === null)
    await project.mayday(['history'])
    await writeFile(project.file('go'), '')
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ exitCode: 7 })
  })

  it('an adopted run keeps its time limit', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--timeout', '2s', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    going.child.kill('SIGKILL')
    await going.finished
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'TIMEOUT' })
  })

  it('a wrapper that is killed loses the worker', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    process.kill(await until('the wrapper', () => wrapperOf(project)), 'SIGKILL')
    expect((await going.finished).code).toBe(1)
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'WORKER_CRASHED', exitCode: null, ending: { kind: 'lost' } })
    expect(project.log()).toBe('ready\n')
  })

  it('the wrapper and mayday killed at once', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    const wrapper = await until('the wrapper', () => wrapperOf(project))
    going.child.kill('SIGKILL')
    process.kill(wrapper, 'SIGKILL')
    await going.finished
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'WORKER_CRASHED', ending: { kind: 'lost' } })
  })

  it('the worker killed while mayday is dead', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo $$ > worker.pid; echo ready; exec sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    going.child.kill('SIGKILL')
    await going.finished
    const worker = openProcesses()
      .tagged(project.folders()[0]?.split('/').at(-1) ?? '')
      .find(({ pid }) => pid !== wrapperOf(project))
    process.kill(worker?.pid ?? 0, 'SIGKILL')
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'WORKER_CRASHED', endSignal: 'SIGKILL' })
  })

  it('all three killed at once', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    const wrapper = await until('the wrapper', () => wrapperOf(project))
    going.child.kill('SIGKILL')
    process.kill(wrapper, 'SIGKILL')
    killRun(project.folders()[0]?.split('/').at(-1) ?? '')
    await going.finished
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ reason: 'WORKER_CRASHED', ending: { kind: 'lost' } })
  })

  it('a cancel reaches a run without supervisor', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    going.child.kill('SIGKILL')
    await going.finished
    expect((await project.mayday(['cancel', '1'])).stdout).toBe('run 1 is canceled\n')
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ status: 'canceled', reason: null })
  })

  it('a closed terminal leaves the run alive', async () => {
    await using project = await testProject()
    const going = project.start(RUN)
    await until('the worker', () => project.log().includes('line 9'))
    going.child.kill('SIGHUP')
    expect((await going.finished).code).toBe(129)
    await until('the adoption', () => project.events().some(({ event }) => event === 'run:adopted'))
    await writeFile(project.file('go'), '')
    const result = await settle(project)
    expectWhole(project, result)
    expect(result).toMatchObject({ exitCode: 7 })
  })
})
