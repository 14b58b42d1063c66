/** The agent's work: the changes between the start and the end of its stage, and nothing else. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CRASH_VARIABLE, type CrashPoint } from '../../src/supervision/crash-point.ts'
import { adopterOf, testProject, until, type TestProject } from '../running-mayday.ts'
import { agent, git, inStore, repository } from '../task-repository.ts'

const STAGES = [
  '--setup',
  'touch by-setup',
  '--baseline',
  'touch by-baseline; exit 1',
  '--verify',
  'touch by-verify',
]

const otherFiles = (project: TestProject): unknown =>
  Object.fromEntries(
    (project.result()?.stages ?? []).flatMap(({ stage, changedFiles }) =>
      changedFiles === undefined ? [] : [[stage, changedFiles]],
    ),
  )

test.each([
  ['setup', 'setup', 0],
  ['baseline', 'baseline_run', 1],
  ['verify', 'final_test', 0],
])('files that %s writes are not the agent’s', async (option, stage, code) => {
  for (const open of [testProject, repository]) {
    await using project = await open()
    await project.mayday(['run', '--expect-changes', `--${option}`, `touch x; exit ${code}`, '--', 'true'])
    expect(project.result()).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
    expect(otherFiles(project)).toEqual({ [stage]: ['x'] })
  }
})

test('each stage gets its own changes', async () => {
  await using project = await repository()
  const args = [
    'run',
    '--expect-changes',
    ...STAGES,
    '--',
    'sh',
    '-c',
    'echo more >> by-setup; touch by-agent',
  ]
  const { code, stdout } = await project.mayday(args)
  expect(code).toBe(0)
  expect(stdout).toContain('2 files changed')
  expect(project.result()?.changedFiles).toEqual(['by-agent', 'by-setup'])
  expect(otherFiles(project)).toEqual({
    setup: ['by-setup'],
    baseline_run: ['by-baseline'],
    final_test: ['by-verify'],
  })
  expect((await project.mayday(['show', '1'])).stdout).toContain('also      setup changed 1 file: by-setup')
})

test('work that verify undoes stays the agent’s', async () => {
  await using project = await repository()
  await project.mayday(['run', '--expect-changes', '--verify', 'rm x', '--', 'touch', 'x'])
  expect(project.result()).toMatchObject({ status: 'succeeded', changedFiles: ['x'] })
})

test('verify is skipped if only setup changed files', async () => {
  await using project = await repository()
  await project.mayday(['run', '--setup', 'touch x', '--verify', 'touch verified', '--', 'false'])
  expect(existsSync(project.file('verified'))).toBe(false)
})

test.each<CrashPoint>(['stage ended', 'before verify', 'strays stopped', 'before result'])(
  'an adopter counts the same after: %s',
  async (point) => {
    await using project = await repository()
    const args = ['run', '--expect-changes', ...STAGES.slice(2), '--', 'true']
    expect((await project.start(args, { [CRASH_VARIABLE]: point }).finished).code).toBeNull()
    await project.mayday(['history'])
    await until('the run to end', () => project.result() !== null && adopterOf(project.path) === null)
    expect(project.result()).toMatchObject({ reason: 'NO_CHANGES', changedFiles: [] })
    expect(otherFiles(project)).toEqual({ baseline_run: ['by-baseline'], final_test: ['by-verify'] })
  },
)

test('a rollback knows what verify left behind', async () => {
  await using project = await testProject()
  writeFileSync(project.file('app.py'), 'x = 1\n')
  writeFileSync(project.file('.gitignore'), '.tried\n__pycache__\n')
  git(project, 'init', '--quiet', '--initial-branch=main')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=start')
  const verify = 'touch report.txt; python3 -m py_compile app.py && grep -q feature app.py'
  const worker = ['--', 'sh', agent('breaks-the-build.sh')]
  await project.mayday([
    'add',
    'Add the feature',
    '--setup',
    'touch tools.txt',
    '--verify',
    verify,
    ...worker,
  ])
  const { code, stdout } = await project.mayday(['run', '--task', '1'])
  expect(stdout).toContain('→ rollback BROKEN_BUILD')
  expect(code).toBe(0)
  const runs = inStore(project, (store) => store.runsOf(1))
  expect(runs.map(({ changedFiles }) => changedFiles)).toEqual([['app.py', 'extra.txt'], ['app.py']])
})

test('a run starts few git processes', async () => {
  await using project = await repository()
  const path = process.env['PATH'] ?? ''
  const real = path.split(':').find((folder) => existsSync(`${folder}/git`)) ?? ''
  const told = project.inRecord('../calls')
  const programs = project.inRecord('../programs')
  git(project, 'config', 'core.excludesFile', '/dev/null')
  await project.mayday(['run', '--', 'true'])
  mkdirSync(programs)
  writeFileSync(join(programs, 'git'), `#!/bin/sh\necho "$*" >> "${told}"\nexec "${real}/git" "$@"\n`, {
    mode: 0o755,
  })
  const calls = async (...stages: string[]): Promise<number> => {
    writeFileSync(told, '')
    await project.mayday(['run', ...stages, '--', 'true'], { PATH: `${programs}:${path}` })
    return readFileSync(told, 'utf8').split('\n').length - 1
  }
  expect(await calls()).toBe(2)
  expect(await calls('--verify', 'true')).toBe(3)
  // Uncommitted work is kept before the run, so that its changes can be told apart from it.
  writeFileSync(project.file('loose.txt'), 'not committed\n')
  expect(await calls()).toBe(4)
})
