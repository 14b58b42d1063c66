import { knownAgents } from '../src/agents/known-agents.ts'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProject } from '../src/record/project.ts'
import type { RunResult } from '../src/record/run-result.ts'
import { Store } from '../src/record/store.ts'
import { uuidv7 } from '../src/record/uuid.ts'
import { defaultLimits } from '../src/supervision/default-limits.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import type { RunRequest } from '../src/supervision/run-request.ts'
import { startRun } from '../src/supervision/start-run.ts'
import { freshFolder } from './run-mayday.ts'

const quiet = {
  cancel: new AbortController().signal,
  force: new AbortController().signal,
  report: () => undefined,
  show: () => undefined,
}

function start(root: string, store: Store, more: Partial<RunRequest>): Promise<RunResult> {
  const request: RunRequest = {
    project: findProject(root, { ...process.env, MAYDAY_DIR: root }),
    argv: ['sh', '-c', 'echo ran >> ran.txt'],
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '' },
    agent: null,
    title: 'A run',
    prompt: null,
    flow: 'implement',
    phase: null,
    setup: null,
    baseline: null,
    verify: null,
    limits: defaultLimits,
    expectChanges: false,
    ...more,
  }
  return startRun(request, { store, processes: openProcesses(), knownAgents, watcher: quiet })
}

test('a run has the id and card it was given', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.record)
  const runId = uuidv7()
  const card = 'project/phase-5-flows/in-progress/5.2-locks.md'
  const result = await start(folder.path, store, { runId, card })
  expect(result).toMatchObject({ runId, card, status: 'succeeded' })
  expect(store.find(runId)).toMatchObject({ run: 1, card })
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(folder.inRecord(join(result.logPath, name)), 'utf8'))
  expect(read('run.json')).toMatchObject({ runId, card })
  expect(read('result.json')).toMatchObject({ runId, card })
}, 30_000)

test('a rejected launch names its card too', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.record)
  const result = await start(folder.path, store, { argv: ['no-such-program-here'], card: 'a.md' })
  expect(result).toMatchObject({ card: 'a.md', status: 'failed', stage: 'launch' })
  expect(store.find(1)?.card).toBe('a.md')
}, 30_000)

test('the id of an ended run starts nothing', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.record)
  const { runId, logPath } = await start(folder.path, store, {})
  await expect(start(folder.path, store, { runId })).rejects.toThrow(
    'Run 1 already exists, so its id cannot be used again. Queue the task again.',
  )
  store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${store.path}${end}`, { force: true })
  using restored = Store.open(folder.record)
  await expect(start(folder.path, restored, { runId })).rejects.toThrow(
    `The run in ${logPath} already exists, so its id cannot be used again.`,
  )
  expect(restored.newest()).toBeNull()
  expect(readFileSync(folder.file('ran.txt'), 'utf8')).toBe('ran\n')
}, 30_000)
