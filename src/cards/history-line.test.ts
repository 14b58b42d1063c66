import { expect, test } from 'vitest'
import type { Ending } from '../reasons/ending.ts'
import type { Reason } from '../reasons/reason.ts'
import { endOfRun, historyLine, type HistoryEvent } from './history-line.ts'
import { nothingReported } from './outcome.ts'

/** Noon in the local time zone: lines show the local day. */
const at = new Date(2025, 10, 28, 12).toISOString()
const run = { at, runId: 'R' }
const review = { ...nothingReported, findings: { blocking: 1, warn: 2, info: 3 }, overall: 'revise' } as const

const templates: readonly (readonly [line: string, event: HistoryEvent])[] = [
  [
    'Run R queued (implement) on branch feature/x.',
    { ...run, event: 'queued', flow: 'implement', about: 'feature/x' },
  ],
  ['Run R queued (implement).', { ...run, event: 'queued', flow: 'implement', about: null }],
  ['Run R queued (plan) on branch b.', { ...run, event: 'queued', flow: 'plan', about: 'b' }],
  ['Run R queued (review) for main..x.', { ...run, event: 'queued', flow: 'review', about: 'main..x' }],
  ['Run R queued (research) topic "a11y".', { ...run, event: 'queued', flow: 'research', about: 'a11y' }],
  ['Run R started (implement).', { ...run, event: 'started', flow: 'implement' }],
  ['Run R canceled (implement).', { ...run, event: 'canceled', flow: 'implement' }],
  [
    'Run R succeeded (implement); checked 2 items; tests: pass.',
    { ...run, event: 'succeeded', flow: 'implement', checked: 2, tests: 'pass' },
  ],
  [
    'Run R succeeded (plan); checked 1 item; tests: not run.',
    { ...run, event: 'succeeded', flow: 'plan', checked: 1, tests: 'not run' },
  ],
  [
    'Run R succeeded (review); findings blocking/warn/info: 1/2/3; overall=revise.',
    { ...run, event: 'succeeded', flow: 'review', checked: 0, tests: 'not run', outcome: review },
  ],
  [
    'Run R succeeded (research); 2 sources captured.',
    {
      ...run,
      event: 'succeeded',
      flow: 'research',
      checked: 0,
      tests: 'not run',
      outcome: { ...review, sources: 2 },
    },
  ],
  [
    'Run R failed (implement); reason=exit; see logs at Logs/Agents/20251128/R.',
    { ...run, event: 'failed', flow: 'implement', reason: 'exit', logs: 'Logs/Agents/20251128/R' },
  ],
  [
    'Run R failed (review); reason=crash; see logs at L.',
    { ...run, event: 'failed', flow: 'review', reason: 'crash', logs: 'L' },
  ],
  [
    'Run R failed (research); reason=timeout; see logs at L.',
    { ...run, event: 'failed', flow: 'research', reason: 'timeout', logs: 'L' },
  ],
  [
    'Run R failed (implement); supervisor rejected payload: bookmark is stale.',
    { ...run, event: 'rejected', flow: 'implement', why: 'bookmark is stale' },
  ],
  [
    'Agent state reset to idle by user (previous flow/status: implement/failed).',
    { event: 'reset', at, flow: 'implement', status: 'failed' },
  ],
  [
    'Agent state reset to idle by user (previous flow/status: none/running).',
    { event: 'reset', at, flow: null, status: 'running' },
  ],
]

test.each(templates)('%s', (line, event) => {
  expect(historyLine(event)).toBe(`2025-11-28: ${line}`)
})

test('a short reason is one line without its period', () => {
  const why = `no such\n\tfile\u0007: 'x'. ${'long words '.repeat(40)}`
  const line = historyLine({ ...run, event: 'rejected', flow: 'implement', why })
  expect(line).toMatch(/rejected payload: no such \/ file : 'x'\. long words [^\n]* (?:long|words)\.$/)
  expect(line.length).toBeLessThan(300)
  expect(historyLine({ ...run, event: 'rejected', flow: 'f', why: 'Gone...\n' })).toMatch(/payload: Gone\.$/)
})

const ended = {
  runId: 'R',
  flow: 'implement',
  endedAt: at,
  logPath: 'logs/20251128/R',
  rejection: null,
  summary: 'It is over.',
  verify: null,
} as const

const endings: readonly (readonly [word: string, ending: Ending, reason: Reason])[] = [
  ['exit', { kind: 'exit', code: 1 }, 'TESTS_FAILED'],
  ['exit', { kind: 'exit', code: 2 }, 'LAUNCH_REJECTED'],
  ['exit', { kind: 'unknown' }, 'LAUNCH_REJECTED'],
  ['crash', { kind: 'signal', signal: 'SIGKILL' }, 'WORKER_CRASHED'],
  ['crash', { kind: 'lost' }, 'WORKER_CRASHED'],
  ['timeout', { kind: 'stopped', by: 'idle' }, 'STALLED'],
  ['timeout', { kind: 'stopped', by: 'timeout' }, 'RATE_LIMITED'],
]

test.each(endings)('a failure says %s after its ending', (word, ending, reason) => {
  const event = endOfRun({ ...ended, status: 'failed', ending, reason }, nothingReported, 0)
  expect(historyLine(event)).toBe(
    `2025-11-28: Run R failed (implement); reason=${word}; see logs at logs/20251128/R.`,
  )
})

test('a run that never started was rejected', () => {
  const never = {
    ...ended,
    status: 'failed',
    ending: { kind: 'never-started' },
    reason: 'LAUNCH_REJECTED',
  } as const
  expect(endOfRun({ ...never, rejection: 'no such command' }, nothingReported, 0)).toMatchObject({
    event: 'rejected',
    why: 'no such command',
  })
  expect(endOfRun(never, nothingReported, 0)).toMatchObject({ event: 'rejected', why: 'It is over.' })
})

test('a success names its tests and boxes', () => {
  const done = { ...ended, status: 'succeeded', ending: { kind: 'exit', code: 0 }, reason: null } as const
  const verify = { command: 'npm test', passed: true, exitCode: 0, reason: null, durationMs: 1 }
  expect(endOfRun({ ...done, verify }, review, 2)).toMatchObject({
    checked: 2,
    tests: 'pass',
    outcome: review,
  })
  expect(endOfRun(done, review, 0)).toMatchObject({ event: 'succeeded', tests: 'not run' })
  expect(endOfRun({ ...done, status: 'canceled' }, review, 2)).toEqual({
    ...run,
    flow: 'implement',
    event: 'canceled',
  })
})
