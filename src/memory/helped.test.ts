import { describe, expect, test } from 'vitest'
import { exampleDiagnosis } from '../../tests/examples/records.ts'
import { hasHelped, retriesOf, shareHelped, type Attempted } from './helped.ts'

const failed = (more: Partial<Attempted> = {}): Attempted => ({
  run: 1,
  status: 'failed',
  correction: null,
  reason: 'TESTS_FAILED',
  stage: 'final_test',
  diagnosis: exampleDiagnosis({ failing: ['a', 'b'] }),
  ...more,
})

const succeeded: Attempted = failed({ status: 'succeeded', reason: null, diagnosis: null })

describe('did it help', () => {
  test('a success after it means yes', () => {
    expect(hasHelped(failed(), succeeded)).toBe(true)
  })

  test('the same failure again means no', () => {
    expect(hasHelped(failed(), failed())).toBe(false)
  })

  test('only fewer failing tests mean yes', () => {
    expect(hasHelped(failed(), failed({ diagnosis: exampleDiagnosis({ failing: ['a'] }) }))).toBe(true)
    expect(hasHelped(failed(), failed({ diagnosis: exampleDiagnosis({ failing: ['c', 'd'] }) }))).toBe(false)
  })

  test('only a later stage means yes', () => {
    const early = failed({ stage: 'agent_run', reason: 'AGENT_GAVE_UP' })
    expect(hasHelped(early, failed())).toBe(true)
    expect(hasHelped(failed(), early)).toBe(false)
  })

  test('an external failure means nothing', () => {
    expect(hasHelped(failed(), failed({ reason: 'RATE_LIMITED', stage: 'agent_run' }))).toBeNull()
    expect(hasHelped(failed(), failed({ status: 'canceled', reason: null }))).toBeNull()
    expect(hasHelped(failed(), failed({ status: 'running', reason: null }))).toBeNull()
  })

  test("a person's correction counts", () => {
    const correction = { reason: null, note: null, at: '2026-11-03T10:00:00.000Z' }
    expect(hasHelped(failed(), failed({ correction }))).toBe(true)
  })
})

describe('how often', () => {
  test('retries with and without lessons are separate', () => {
    const runs = [failed({ run: 1 }), failed({ run: 2 }), { ...succeeded, run: 3 }]
    const shares = shareHelped(retriesOf(runs, [{ run: 2, fingerprint: 'f' }]))
    expect(shares).toEqual({
      withLessons: { retries: 1, better: 1, share: 1 },
      withoutLessons: { retries: 1, better: 0, share: 0 },
    })
    expect(shareHelped([]).withLessons.share).toBeNull()
  })
})
