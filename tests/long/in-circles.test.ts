/** Attempts at a task that repeat themselves, through the real command. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RunRecord } from '../../src/record/run.ts'
import { cardProject, endPauses, LOCKS } from '../card-project.ts'
import type { TestProject } from '../running-mayday.ts'
import { agent, inStore, repository } from '../task-repository.ts'

const DOCUMENT = [
  'Using async await for fetch',
  'Using async/await with try-catch',
  'Using async await pattern',
]

const FAILING = 'printf "FAIL tests/login.test.ts\\nTests: 1 failed, 3 passed, 4 total\\n"; exit 1'

type Told = {
  readonly prompt?: string
  readonly lines: readonly string[]
  readonly exit?: number
  readonly verify?: string
  readonly policy?: string
}

/** Runs an agent that prints another line each time, until Mayday gives up on it. */
async function tried(project: TestProject, told: Told): Promise<readonly RunRecord[]> {
  const { prompt = 'Load the users', lines, exit = 1, verify, policy = '' } = told
  writeFileSync(project.file('lines.txt'), `${lines.join('\n')}\n`)
  writeFileSync(project.file('mayday.yaml'), policy === '' ? '' : `policy:\n  ${policy}\n`)
  const checked = verify === undefined ? [] : ['--verify', verify]
  const command = ['sh', agent('says-in-turn.sh'), 'lines.txt', String(exit)]
  await project.mayday(['add', prompt, '--attempts', '9', ...checked, '--', ...command])
  const { code, stdout } = await project.mayday(['run', '--task', '1'])
  expect({ code, stdout }).toMatchObject({ code: 3 })
  return inStore(project, (store) => store.runsOf(1))
}

const causeIn = (project: TestProject): string =>
  inStore(project, (store) => store.escalations().at(-1)?.cause ?? '')

test('repeated approaches are recorded as CIRCULAR_FIX', async () => {
  await using project = await repository()
  const runs = await tried(project, { lines: DOCUMENT, policy: 'UNKNOWN: {retries: 6}' })
  expect(runs.map(({ reason, circular }) => [reason, circular])).toEqual([
    ['UNKNOWN', false],
    ['UNKNOWN', false],
    ['CIRCULAR_FIX', true],
  ])
  expect(project.result()).toMatchObject({
    reason: 'CIRCULAR_FIX',
    circular: true,
    plan: { kind: 'escalate' },
    diagnosis: { rule: 'history.circular', approach: DOCUMENT[2], repeats: [1, 2] },
  })
  const told = 'the same approach as in runs 1, 2 was tried again'
  expect(causeIn(project)).toBe(
    `The agent goes in circles: ${told}: "Using async await pattern". Skip the task.`,
  )
  const shown = await project.mayday(['show', '3'])
  expect(shown.stdout).toContain('✗ CIRCULAR_FIX')
  expect(shown.stdout).toContain(told)
  const history = await project.mayday(['history', '--reason', 'CIRCULAR_FIX', '--json'])
  expect(JSON.parse(history.stdout)).toMatchObject({ runs: [{ run: 3, circular: true }] })
})

test('a known reason is kept with the circle', async () => {
  await using project = await repository()
  const runs = await tried(project, {
    prompt: 'Fetch the users with async await',
    lines: DOCUMENT,
    exit: 0,
    verify: FAILING,
    policy: 'TESTS_FAILED: {retries: 6}',
  })
  expect(runs.map(({ reason, circular }) => [reason, circular])).toEqual([
    ['TESTS_FAILED', false],
    ['TESTS_FAILED', false],
    ['TESTS_FAILED', true],
  ])
  expect(causeIn(project)).toMatch(/was tried again: "Using async await pattern"\. Still failing: \S+/)
  const history = await project.mayday(['history', '--reason', 'CIRCULAR_FIX'])
  expect(history.stdout).toContain('failed (TESTS_FAILED, in circles)')
})

test.each<[string, Told, number]>([
  ['three silent failures', { lines: [], policy: 'UNKNOWN: {retries: 4}' }, 5],
  [
    'the same failing test under other approaches',
    {
      prompt: 'Fix the login test',
      lines: [
        'I will mock the system clock in the login test.',
        'I will reset the user database before the login test.',
        'I will rewrite the cookie parser for the login test.',
        'I will serialise the session requests of the login test.',
        'I will bump the hashing library under the login test.',
      ],
      exit: 0,
      verify: FAILING,
      policy: 'TESTS_FAILED: {retries: 4}',
    },
    5,
  ],
  [
    'running out of turns in the same work',
    {
      lines: Array.from({ length: 5 }, () => '[MAYDAY_FAILURE:MAX_TURNS]'),
      policy: 'MAX_TURNS: {retries: 4}',
    },
    5,
  ],
])('%s are no circle', async (_what, told, attempts) => {
  await using project = await repository()
  const runs = await tried(project, told)
  expect(runs).toHaveLength(attempts)
  expect(runs.some(({ circular }) => circular)).toBe(false)
  expect(causeIn(project)).not.toContain('circles')
})

test('diagnosing the last run again finds the circle', async () => {
  await using project = await repository()
  await tried(project, { lines: DOCUMENT, policy: 'UNKNOWN: {retries: 6}' })
  const { stdout } = await project.mayday(['rediagnose', '3', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ agree: 1, confusion: [{ new: 'CIRCULAR_FIX' }] })
})

test('a queued card that repeats itself is escalated', async () => {
  await using project = await cardProject()
  project.write('lines.txt', `${DOCUMENT.join('\n')}\n`)
  project.write('mayday.yaml', 'policy:\n  UNKNOWN: {retries: 6}\n')
  await project.say('enqueue', LOCKS, '--', 'sh', agent('says-in-turn.sh'), 'lines.txt', '1')
  const codes = []
  for (let time = 0; time < 3; time += 1) {
    codes.push((await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })).code)
    endPauses(project)
  }
  expect(codes).toEqual([75, 75, 3])
  expect(project.result()).toMatchObject({ reason: 'CIRCULAR_FIX', circular: true })
})

test('the last attempt does not announce another one', async () => {
  await using project = await repository()
  await project.mayday(['add', 'Fix it', '--', 'sh', '-c', 'date >> tried.txt; exit 1'])
  const { code, stdout } = await project.mayday(['run', '--task', '1'])
  expect(code).toBe(3)
  expect(stdout.match(/^→ \w+/gm)).toEqual(['→ retry', '→ escalate'])
  expect(stdout).not.toContain('Next: retry')
  const plans = project.folders().map((folder) => project.result(folder)?.plan?.kind)
  expect(plans).toEqual(['retry', 'escalate'])
  expect((await project.mayday(['show', '2'])).stdout).toMatch(/^Next\n {2}escalate: /m)
})
