import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleDiagnosis, exampleLesson } from '../../tests/examples/records.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { escalationFor, isDueAgain } from './escalation.ts'
import { failedRun, taskRecord } from '../../tests/examples/situations.ts'
import { messagesFor } from './notify.ts'

const RAISED_MS = Date.parse('2026-11-03T10:00:00.000Z')
const hours = (count: number): Date => new Date(RAISED_MS + count * 3_600_000)

const raised = (more: Partial<EscalationRecord> = {}): EscalationRecord => ({
  number: 3,
  key: 'login:claude:default',
  task: 7,
  run: 41,
  cause: 'The provider did not accept the login.',
  state: 'open',
  raisedAt: hours(0).toISOString(),
  lastRaisedAt: hours(0).toISOString(),
  times: 1,
  note: null,
  detail: { actions: ['claude, then /login', 'mayday show 41'] },
  ...more,
})

test('an escalation contains everything a person needs', () => {
  const runs = [
    failedRun(39, 'UNKNOWN', { changedFiles: ['src/old.ts'] }),
    failedRun(40, 'LLM_ERROR', { changedFiles: ['src/login.ts'] }),
    failedRun(41, 'TESTS_FAILED', {
      changedFiles: ['src/login.ts', 'src/user.ts'],
      diagnosis: exampleDiagnosis(),
    }),
  ]
  const lessons = [{ ...exampleLesson({ run: 41 }), number: 1, clearedAt: null, helped: null }]
  const cause = { key: 'task:7:TESTS_FAILED', cause: 'The tests fail.', actions: ['mayday show 41'] }
  expect(
    escalationFor({ task: taskRecord({ sinceRun: 39 }), runs, lessons, cause, at: hours(0) }),
  ).toMatchObject({
    key: 'task:7:TESTS_FAILED',
    task: 7,
    run: 41,
    cause: 'The tests fail.',
    raisedAt: '2026-11-03T10:00:00.000Z',
    detail: {
      reason: 'TESTS_FAILED',
      attempts: 1,
      evidence: [{ line: 812, excerpt: '"subtype":"error_max_turns"' }],
      files: ['src/login.ts', 'src/user.ts'],
      tried: [
        {
          run: 40,
          attempted: 'claude -p "fix the login test"',
          outcome: 'LLM_ERROR: The agent used up its turns.',
        },
        { run: 41, attempted: 'Raised the timeout of the login test.' },
      ],
      actions: ['mayday show 41'],
    },
  })
})

test('an open escalation is raised again on schedule', () => {
  const told = [0.5, 1, 3.9, 4, 23.9, 24, 47.9, 48].map((at) => isDueAgain(raised(), hours(at)))
  expect(told).toEqual([false, true, true, true, true, true, true, true])
  const last = (at: number): EscalationRecord => raised({ lastRaisedAt: hours(at).toISOString() })
  expect(isDueAgain(last(1), hours(3.9))).toBe(false)
  expect(isDueAgain(last(1), hours(4))).toBe(true)
  expect(isDueAgain(last(4.1), hours(23.9))).toBe(false)
  expect(isDueAgain(last(24), hours(47.9))).toBe(false)
  expect(isDueAgain(last(24), hours(48))).toBe(true)
})

test('an acknowledged escalation is not raised again', () => {
  expect(isDueAgain(raised({ state: 'acknowledged' }), hours(30))).toBe(false)
  expect(messagesFor([raised({ state: 'acknowledged' }), raised({ state: 'closed' })], hours(-1))).toEqual([])
})

test('one cause gives one message', () => {
  const tenTasks = raised({ times: 10, lastRaisedAt: hours(0.1).toISOString() })
  const other = raised({ number: 4, key: 'machine:disk', cause: 'The disk is full.', detail: {} })
  expect(messagesFor([tenTasks, other], hours(-1))).toEqual([
    {
      key: 'login:claude:default',
      escalations: [3],
      title: 'Mayday needs you: The provider did not accept the login.',
      text: [
        'The provider did not accept the login.',
        'Seen 10 times since 2026-11-03T10:00:00.000Z.',
        '  claude, then /login',
        '  mayday show 41',
        '  mayday ack 3',
      ].join('\n'),
    },
    {
      key: 'machine:disk',
      escalations: [4],
      title: 'Mayday needs you: The disk is full.',
      text: 'The disk is full.\n  mayday ack 4',
    },
  ])
})

test('a message contains the line that proves it', () => {
  const evidence = [{ file: 'worker.log', line: 9, excerpt: 'Error: 401\nInvalid key' }]
  const [message] = messagesFor([raised({ detail: { evidence, actions: ['mayday show 41'] } })], hours(-1))
  expect(message?.text.split('\n')).toEqual([
    'The provider did not accept the login.',
    '› Error: 401 Invalid key',
    '  mayday show 41',
    '  mayday ack 3',
  ])
})

test('another task with a known cause sends nothing', () => {
  const again = raised({ times: 2, lastRaisedAt: hours(0.5).toISOString() })
  expect(messagesFor([again], hours(0.1))).toEqual([])
  const reminded = raised({ times: 3, lastRaisedAt: hours(1).toISOString() })
  expect(messagesFor([reminded], hours(0.5))).toHaveLength(1)
  expect(messagesFor([reminded], hours(1))).toEqual([])
})

test('a cause is sent exactly once between reminders', () => {
  const anyLook = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 40 })
  fc.assert(
    fc.property(anyLook, (looks) => {
      let escalation = raised()
      let since = hours(-1)
      const told: number[] = []
      for (const at of looks.toSorted((a, b) => a - b)) {
        if (isDueAgain(escalation, hours(at))) {
          escalation = raised({ lastRaisedAt: hours(at).toISOString() })
        }
        if (messagesFor([escalation], since).length > 0) told.push(at)
        since = hours(at)
      }
      const spans = told.map((at) =>
        at >= 24 ? `day ${Math.floor(at / 24)}` : at >= 4 ? '4' : at >= 1 ? '1' : '0',
      )
      expect(new Set(spans).size).toBe(spans.length)
    }),
  )
})

test('no cause can leave its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (cause) => {
      const [message] = messagesFor(
        [
          raised({
            cause,
            detail: { actions: [cause], evidence: [{ file: null, line: null, excerpt: cause }] },
          }),
        ],
        hours(-1),
      )
      expect(message?.title).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(message?.title.length).toBeLessThanOrEqual(80)
      expect(message?.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(message?.text.split('\n').length).toBeLessThanOrEqual(4)
      expect(message?.text.length).toBeLessThanOrEqual(1500)
    }),
  )
})
