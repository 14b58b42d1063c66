import { agentReaders } from '../../src/agents/readers.ts'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rediagnoseRun } from '../../src/supervision/rediagnose.ts'
import { freshProject, type TestProject } from '../recorded-runs.ts'

const failing = [
  'run',
  '--setup',
  'echo preparing',
  '--verify',
  'echo "1 failed"; exit 1',
  '--',
  'echo',
  'hi',
]

/** Writes the verdict UNKNOWN, like an older classifier. */
function misjudge(project: TestProject, run: number): void {
  using store = project.open()
  const found = store.find(run)
  if (found === null || found.diagnosis === null) throw new Error('no verdict to change')
  const diagnosis = {
    ...found.diagnosis,
    reason: 'UNKNOWN',
    rule: 'nothing',
    classifier: 'mayday-0',
  } as const
  store.rediagnosed(found.runId, diagnosis, new Date().toISOString())
}

const reasonOf = (project: TestProject, run: number): string | null | undefined => {
  using store = project.open()
  return store.find(run)?.reason
}

test('a run diagnosed again ends the same', async () => {
  await using project = await freshProject()
  await project.mayday(failing)
  const folder = project.folderOf(1)
  const result = folder.result()
  if (result === null) throw new Error('no result')
  expect(await rediagnoseRun(folder, result, { agents: agentReaders })).toEqual({ kind: 'judged', result })
})

test('evidence keeps its line in the whole log', async () => {
  await using project = await freshProject()
  const agent = 'echo; echo; echo "[MAYDAY_FAILURE:AGENT_GAVE_UP]"; exit 1'
  await project.mayday(['run', '--setup', 'seq 1 5', '--', 'sh', '-c', agent])
  const folder = project.folderOf(1)
  const result = folder.result()
  if (result === null) throw new Error('no result')
  expect(result.diagnosis?.evidence[0]).toMatchObject({ line: 8 })
  expect(await rediagnoseRun(folder, result, { agents: agentReaders })).toEqual({ kind: 'judged', result })
})

test('changed verdicts are shown and not stored', async () => {
  await using project = await freshProject()
  await project.mayday(failing)
  await project.mayday(['run', '--', 'true'])
  misjudge(project, 1)
  const { code, stdout } = await project.mayday(['rediagnose'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/UNKNOWN +TESTS_FAILED +1 +1\n/)
  expect(stdout).toContain('2 runs judged again by mayday-1: 1 as before, 1 changed.')
  expect(stdout).toContain('Nothing was changed.')
  expect(reasonOf(project, 1)).toBe('UNKNOWN')
})

test('new verdicts are recorded once on request', async () => {
  await using project = await freshProject()
  await project.mayday(failing)
  misjudge(project, 1)
  const first = await project.mayday(['rediagnose', '--apply'])
  expect(first.stdout).toContain('1 new verdict recorded')
  expect(reasonOf(project, 1)).toBe('TESTS_FAILED')
  expect((await project.mayday(['rediagnose', '--apply'])).stdout).toContain('No new verdict recorded')
  using store = project.open()
  expect(store.verdictsOf(1).map(({ reason }) => reason)).toEqual(['TESTS_FAILED', 'UNKNOWN', 'TESTS_FAILED'])
  expect(store.integrity()).toEqual([])
})

test('corrections are compared and stay', async () => {
  await using project = await freshProject()
  for (let runs = 0; runs < 2; runs += 1) await project.mayday(failing)
  await project.mayday(['correct', '1', '--reason', 'TESTS_FAILED'])
  await project.mayday(['correct', '2', '--reason', 'OUT_OF_MEMORY'])
  misjudge(project, 1)
  const { stdout } = await project.mayday(['rediagnose', '--since', '1d', '--apply', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    format: 'mayday.rediagnose/1',
    classifier: 'mayday-1',
    judged: 2,
    agree: 1,
    differ: 1,
    confusion: [
      { old: 'TESTS_FAILED', new: 'TESTS_FAILED', count: 1, runs: [2] },
      { old: 'UNKNOWN', new: 'TESTS_FAILED', count: 1, runs: [1] },
    ],
    corrected: { runs: 2, newRight: 1, oldRight: 0 },
    gone: 0,
    unjudged: 0,
    applied: 1,
  })
  using store = project.open()
  expect(store.find(2)?.correction?.reason).toBe('OUT_OF_MEMORY')
})

test('missing logs are counted', async () => {
  await using project = await freshProject()
  for (let runs = 0; runs < 3; runs += 1) await project.mayday(['run', '--', 'echo', 'some output'])
  writeFileSync(project.folderOf(1).log, '')
  appendFileSync(project.folderOf(2).log, 'written after the end')
  const { log } = project.folderOf(3)
  expect(readFileSync(log, 'utf8')).toBe('some output\n')
  await project.mayday(['run', '--', 'no-such-command-anywhere'])
  const { stdout } = await project.mayday(['rediagnose', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ judged: 2, agree: 2, gone: 1, unjudged: 1 })
})

test('only the named runs are diagnosed', async () => {
  await using project = await freshProject()
  for (let runs = 0; runs < 2; runs += 1) await project.mayday(['run', '--', 'true'])
  expect((await project.mayday(['rediagnose', '2'])).stdout).toContain('1 run judged again')
  const unknown = await project.mayday(['rediagnose', '2', '9'])
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('There is no run 9')
  expect((await project.mayday(['rediagnose', '1', '--since', '1d'])).code).toBe(2)
})
