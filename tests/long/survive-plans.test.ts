/**
 * Kill -9 between the runs of a task, then a restart: no work lost, no step lost, every attempt counted. `npm test`
 * kills at the steps that differ between plans, a soak at all of them.
 */
import { readFileSync } from 'node:fs'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { CRASH_VARIABLE, taskCrashPoints } from '../../src/supervision/crash-point.ts'
import { adopterOf, testProject, until, type TestProject } from '../running-mayday.ts'
import { orAll } from '../soak/size.ts'
import { agent, git, inStore, repository } from '../task-repository.ts'

async function brokenBuild(): Promise<TestProject> {
  const project = await testProject()
  await writeFile(project.file('app.py'), 'x = 1\n')
  await writeFile(project.file('.gitignore'), '.tried\n__pycache__\n')
  git(project, 'init', '--quiet', '--initial-branch=main')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=start')
  await writeFile(project.file('mine.txt'), 'a person wrote this\n')
  const verify = 'python3 -m py_compile app.py && grep -q feature app.py'
  await project.mayday([
    'add',
    'Add the feature',
    '--phase',
    '3',
    '--verify',
    verify,
    '--',
    'sh',
    agent('breaks-the-build.sh'),
  ])
  return project
}

/** This one needs a person, and has a separate test. */
const points = orAll(
  ['plan recorded', 'work saved', 'tree rolled back', 'plan marked'],
  taskCrashPoints.filter((point) => point !== 'escalation raised'),
)

describe('a rollback', () => {
  it('keeps the work and the person’s own edits', async () => {
    await using project = await brokenBuild()
    const { code, stdout } = await project.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ rollback BROKEN_BUILD')
    expect(code).toBe(0)
    expect(readFileSync(project.file('app.py'), 'utf8')).toBe('x = 1\nfeature = True\n')
    expect(readFileSync(project.file('mine.txt'), 'utf8')).toBe('a person wrote this\n')
    const saved = inStore(project, (store) => store.snapshotsOf(1)).find(({ why }) =>
      why.startsWith('before going back'),
    )
    expect(git(project, 'show', `${saved?.ref}:app.py`)).toBe('def broken(:\n')
    expect(git(project, 'show', `${saved?.ref}:extra.txt`)).toBe('more\n')
  })

  it.each(points)('survives a kill at: %s', async (point) => {
    await using project = await brokenBuild()
    await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
    const { code } = await project.mayday(['run', '--task', '1'])
    expect(code).toBe(0)
    expect(readFileSync(project.file('app.py'), 'utf8')).toBe('x = 1\nfeature = True\n')
    expect(readFileSync(project.file('mine.txt'), 'utf8')).toBe('a person wrote this\n')
    const { runs, lessons, plans, damage, saved } = inStore(project, (store) => ({
      runs: store.runsOf(1).map(({ reason, status }) => reason ?? status),
      lessons: store.lessons({}).length,
      plans: store.plansOf(1).filter(({ kind }) => kind === 'rollback'),
      damage: store.integrity(),
      saved: store.snapshotsOf(1).map(({ ref }) => ref),
    }))
    expect(runs).toEqual(['BROKEN_BUILD', 'succeeded'])
    expect([lessons, plans.length, damage]).toEqual([1, 1, []])
    expect(saved.some((ref) => git(project, 'show', `${ref}:app.py`) === 'def broken(:\n')).toBe(true)
  })
})

async function outOfTurns(): Promise<TestProject> {
  const project = await repository()
  await copyFile(agent('runs-out-of-turns.sh'), project.file('claude'))
  await chmod(project.file('claude'), 0o755)
  await project.mayday(['add', 'Long work', '--', './claude', '-p', '{prompt}', '--verbose'])
  return project
}

/** One new session, which was resumed once. */
function expectOneResume(project: TestProject): void {
  const calls = readFileSync(project.file('calls.txt'), 'utf8')
  expect(calls).toBe('fresh\n--resume 7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f\n')
  expect(readFileSync(project.file('done.txt'), 'utf8')).toBe('more\n')
  const { runs, plans, lessons, damage } = inStore(project, (store) => ({
    runs: store.runsOf(1).map(({ attempt, reason, status }) => [attempt, reason ?? status]),
    plans: store.plansOf(1).map(({ kind, state }) => [kind, state]),
    lessons: store.lessons({}).length,
    damage: store.integrity(),
  }))
  expect(runs).toEqual([
    [1, 'MAX_TURNS'],
    [2, 'succeeded'],
  ])
  expect(plans.filter(([kind]) => kind === 'resume')).toEqual([['resume', 'done']])
  expect([lessons, damage]).toEqual([1, []])
}

describe('other plans', () => {
  it.each(
    orAll(
      ['lesson kept'],
      ['run settled', 'lesson kept', 'plan recorded', 'plan marked', 'attempt prepared'],
    ),
  )('a retry survives a kill at: %s', async (point) => {
    await using project = await repository()
    const verify = 'test -f fixed.txt || { echo "1 failed, 0 passed in 0.1s"; exit 1; }'
    await project.mayday([
      'add',
      'Fix it',
      '--verify',
      verify,
      '--',
      'sh',
      agent('learns-from-its-prompt.sh'),
    ])
    await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
    const runs = inStore(project, (store) => store.runsOf(1))
    expect(runs.map(({ reason, status }) => reason ?? status)).toEqual(['TESTS_FAILED', 'succeeded'])
  })

  it.each(orAll(['gate closed'], ['plan recorded', 'gate closed', 'plan marked']))(
    'a wait survives a kill at: %s',
    async (point) => {
      await using project = await repository()
      await project.mayday([
        'add',
        'Work',
        '--agent',
        'claude',
        '--',
        'sh',
        agent('hits-a-limit.sh'),
        '3',
        '{prompt}',
      ])
      await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
      expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
      const { reasons, gates } = inStore(project, (store) => ({
        reasons: store.runsOf(1).map(({ reason, status }) => reason ?? status),
        gates: store.gates(),
      }))
      expect(reasons).toEqual(['USAGE_LIMIT', 'succeeded'])
      expect(gates).toEqual([])
    },
  )

  it.each(orAll(['work saved'], ['lesson kept', 'plan recorded', 'work saved', 'plan marked']))(
    'a new session survives a kill at: %s',
    async (point) => {
      await using project = await repository()
      const command = ['sh', agent('runs-out-of-context.sh'), '{prompt}']
      await project.mayday([
        'add',
        'Both halves',
        '--agent',
        'claude',
        '--verify',
        'test -f whole.txt',
        '--',
        ...command,
      ])
      await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
      expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
      const runs = inStore(project, (store) => store.runsOf(1))
      expect(runs.map(({ reason, status }) => reason ?? status)).toEqual(['CONTEXT_EXHAUSTED', 'succeeded'])
    },
  )

  it.each(
    orAll(['plan recorded'], ['run settled', 'lesson kept', 'plan recorded', 'gate closed', 'plan marked']),
  )('a resume survives a kill at: %s', async (point) => {
    await using project = await outOfTurns()
    await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
    expectOneResume(project)
  })

  it.each(
    orAll(
      ['stage spawned'],
      ['attempt prepared', 'stage spawned', 'before result', 'run recorded', 'run settled'],
    ),
  )('a resumed session survives a kill at: %s', async (point) => {
    await using project = await outOfTurns()
    // The first run has ended when the second process is killed during the next one.
    await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: 'plan marked' }).finished
    await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
    await project.mayday(['history'])
    await until('the adopter to end', () => adopterOf(project.path) === null)
    expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
    expectOneResume(project)
  })

  it.each(orAll(['escalation raised'], ['plan recorded', 'gate closed', 'escalation raised']))(
    'an escalation survives a kill at: %s',
    async (point) => {
      await using project = await repository()
      await project.mayday([
        'add',
        'Work',
        '--agent',
        'claude',
        '--',
        'sh',
        agent('is-logged-out.sh'),
        '{prompt}',
      ])
      await project.start(['run', '--task', '1'], { [CRASH_VARIABLE]: point }).finished
      expect((await project.mayday(['run', '--task', '1'])).code).toBe(3)
      expect((await project.mayday(['run', '--task', '1'])).code).toBe(3)
      const { open, runs } = inStore(project, (store) => ({
        open: store.escalations({}).length,
        runs: store.runsOf(1).length,
      }))
      expect([open, runs]).toEqual([1, 1])
    },
  )
})
