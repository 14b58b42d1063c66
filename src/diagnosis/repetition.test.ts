import { describe, expect, test } from 'vitest'
import { findRepeated, isGoingInCircles, isTried } from './repetition.ts'
import { diagnoseRun } from './diagnose-run.ts'

const circles = (given: string, ...approaches: readonly string[]): boolean =>
  isGoingInCircles(
    { approach: approaches.at(-1) ?? '' },
    approaches.slice(0, -1).map((approach) => ({ approach })),
    given,
  )

const DOCUMENT = [
  'Using async await for fetch',
  'Using async/await with try-catch',
  'Using async await pattern',
] as const

describe('repeated approaches', () => {
  test.each([
    ['', true],
    ['Make the login page load its users.', true],
    ['Fetch the users with async await.', true],
    ['Use the async await pattern with try-catch for every fetch.', true],
  ])('the sentences of the document repeat under the prompt %j', (prompt, circular) => {
    expect(circles(prompt, ...DOCUMENT)).toBe(circular)
  })

  test('the same plan in other words is found', () => {
    const prompt = 'Fix the login test in src/login.ts. It fails on Mondays.'
    expect(
      circles(
        prompt,
        'I will raise the timeout so that the session cookie can expire first.',
        'Let me raise the session timeout, then the cookie expires earlier.',
        'Trying again with a raised timeout: the session cookie should expire.',
      ),
    ).toBe(true)
  })

  test('different plans that name the task are not', () => {
    const prompt = 'Fix the flaky login test of the auth service.'
    expect(
      circles(
        prompt,
        'I will fix the flaky login test of the auth service: mock the system clock.',
        'I will fix the flaky login test of the auth service: reset the database first.',
        'I will fix the flaky login test of the auth service: rewrite the date arithmetic.',
      ),
    ).toBe(false)
  })

  test('an echo of the prompt is no approach', () => {
    const prompt = 'Fix the flaky login test of the auth service.'
    expect(circles(prompt, prompt, prompt, prompt)).toBe(false)
  })

  test('two alternating plans are found', () => {
    const [a, b] = ['raise the timeout of the cookie', 'mock the system clock with timers']
    expect(circles('', a, b, a, b)).toBe(true)
    expect(circles('', a, b, a)).toBe(false)
  })

  test('two attempts or empty approaches are never circular', () => {
    const same = 'raise the timeout of the session cookie'
    expect(circles('', same, same)).toBe(false)
    expect(circles('', '', '', '')).toBe(false)
    expect(circles('', 'login', 'login', 'login')).toBe(false)
  })

  test('the repeated runs are named', () => {
    const [first, second, third] = DOCUMENT
    const history = [
      { run: 3, approach: first },
      { run: 5, approach: 'Mock the server' },
      { run: 6, approach: second },
    ]
    expect(findRepeated(third, history).map(({ run }) => run)).toEqual([3, 6])
  })
})

describe('a run after attempts with its approach', () => {
  const past = { approach: DOCUMENT[2], history: DOCUMENT.slice(0, 2).map((approach) => ({ approach })) }
  const failing = { stage: 'final_test' as const, signals: [], exitCode: 1 }
  const agent = (exitCode: number): { stage: 'agent_run'; signals: []; exitCode: number } => ({
    stage: 'agent_run',
    signals: [],
    exitCode,
  })
  const judge = (stages: Parameters<typeof diagnoseRun>[0]['stages']): unknown => {
    const { reason, circular, rule } = diagnoseRun({
      ...past,
      stages,
      expectChanges: false,
      changedFiles: null,
    }).run
    return { reason, circular, rule }
  }

  test('is circular if nothing else is known', () => {
    expect(judge([agent(1)])).toEqual({ reason: 'CIRCULAR_FIX', circular: true, rule: 'history.circular' })
  })

  test('keeps its known reason and is also circular', () => {
    const known = { reason: 'TESTS_FAILED', circular: true, rule: 'stage.final_test' }
    expect(judge([agent(0), failing])).toEqual(known)
    expect(judge([agent(1), failing])).toEqual(known)
  })

  test('is not circular if it was cut off', () => {
    expect(judge([agent(124)])).toMatchObject({ reason: 'TIMEOUT', circular: false })
    expect(isTried({ reason: 'MAX_TURNS' })).toBe(false)
    expect(isTried({ reason: 'RATE_LIMITED' })).toBe(false)
    expect(isTried({ reason: 'INTERRUPTED' })).toBe(false)
    expect(isTried({ reason: 'TESTS_FAILED' })).toBe(true)
  })

  test('is not circular if it succeeded', () => {
    expect(judge([agent(0)])).toMatchObject({ reason: null, circular: false })
  })
})
