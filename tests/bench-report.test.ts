import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AttemptRecord } from '../src/bench/attempt-record.ts'
import { exampleAttempt } from './examples/attempts.ts'
import { freshFolder, mayday } from './run-mayday.ts'

type Folder = Awaited<ReturnType<typeof freshFolder>>

function writeSeries(folder: Folder, name: string, records: readonly AttemptRecord[], rest = ''): void {
  const path = folder.inRecord(`bench/${name}/attempts.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n${rest}`)
}

const invalid = { failure_reason: 'BASELINE_NOT_FAILING', stage: 'baseline_run' } as const

const mixed = [
  exampleAttempt({ series: 'mixed', task_id: 'adds', duration_ms: 1200 }),
  exampleAttempt({ series: 'mixed', task_id: 'divides', failure_reason: 'TESTS_FAILED', duration_ms: 900 }),
  exampleAttempt({ series: 'mixed', task_id: 'hangs', failure_reason: 'TIMEOUT', duration_ms: 61_000 }),
  exampleAttempt({ series: 'mixed', task_id: 'was-fixed', ...invalid, duration_ms: 300 }),
]

describe('mayday bench report', () => {
  test('a series is shown in a terminal', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'mixed', mixed, '{"format":"mayday.att')
    const { stdout, stderr, code } = await mayday(['bench', 'report', 'mixed'], { cwd: folder.path })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatchInlineSnapshot(`
      "mixed · scripted · 4 tasks · 4 attempts
      1 of 4 attempts passed: 25 % (95 % interval 5 to 70 %)
      1 of these attempts failed outside the agent: BASELINE_NOT_FAILING.
      Without them 1 of 3 attempts passed: 33 % (95 % interval 6 to 79 %).
      median 1.1 s · p95 1m 01s · 1m 03s in all

      Why attempts failed
        BASELINE_NOT_FAILING  ██████████████████ 1  33 %
        TESTS_FAILED          ██████████████████ 1  33 %
        TIMEOUT               ██████████████████ 1  33 %

      Hardest tasks
        hangs      ██████ 1/1  1m 01s  TIMEOUT
        divides    ██████ 1/1  900 ms  TESTS_FAILED
        was-fixed  ██████ 1/1  300 ms  BASELINE_NOT_FAILING

      1 task ended before the agent started: was-fixed (BASELINE_NOT_FAILING).
      Line 5 is incomplete, as after a kill; it was skipped.
      "
    `)
  })

  test('a canceled attempt is unfinished, not failed', async () => {
    await using folder = await freshFolder()
    const canceled = exampleAttempt({ task_id: 'x', failure_reason: 'INTERRUPTED', reason: null })
    writeSeries(folder, 'mixed', [...mixed, canceled])
    const spec = { format: 'mayday.series/1', attempts: 2, tasks: [{}, {}, {}, {}, {}] }
    writeFileSync(folder.inRecord('bench/mixed/series.json'), JSON.stringify(spec))
    const { stdout } = await mayday(['bench', 'report', 'mixed'], { cwd: folder.path })
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      '1 of 4 attempts passed: 25 % (95 % interval 5 to 70 %)',
      '6 left (1 canceled). Continue: mayday bench run --resume mixed',
    ])
    const json = await mayday(['bench', 'report', 'mixed', '--json'], { cwd: folder.path })
    expect(JSON.parse(json.stdout)).toMatchObject({ attempts: 4, passed: 1, left: 6, canceled: 1 })
  })

  test('the last series is the default', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'mixed', mixed)
    const { stdout } = await mayday(['bench', 'report', '--json'], { cwd: folder.path })
    expect(JSON.parse(stdout)).toMatchObject({ format: 'mayday.bench-report/1', attempts: 4 })
  })

  test('a series may be named by its path', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'mixed', mixed)
    const paths = ['bench/mixed', 'bench/mixed/attempts.jsonl'].map(folder.inRecord)
    for (const path of paths)
      expect(await mayday(['bench', 'report', path], { cwd: folder.path })).toMatchObject({ code: 0 })
  })

  test('files are written in addition to the report', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'mixed', mixed)
    const asked = ['bench', 'report', 'mixed', '--html', 'out.html', '--junit', 'out.xml']
    expect(await mayday(asked, { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(folder.file('out.html'), 'utf8')).toContain('<title>Bench report: mixed</title>')
    expect(readFileSync(folder.file('out.xml'), 'utf8')).toContain('<failure type="TIMEOUT"')
  })

  test.each([
    [['report', 'nothing'], "There is no series 'nothing', neither here nor as a path. Known: mixed."],
    [['report', 'mixed', 'other'], 'To compare two: mayday bench compare mixed other'],
    [['report', 'mixed', '--html', '/dev/null/x.html'], "cannot be written to '/dev/null/x.html': ENOTDIR."],
    [['compare', 'mixed'], 'bench compare needs two series.'],
    [
      ['compare', 'mixed', 'mixed', '--html', 'x.html'],
      '--html is an option of bench report. bench compare takes: --json.',
    ],
    [['validate', 'suite', '--agent', 'claude'], '--agent is an option of bench run.'],
  ])('bench %j is a clear error', async (asked, sentence) => {
    await using folder = await freshFolder()
    writeSeries(folder, 'mixed', mixed)
    const { code, stderr, stdout } = await mayday(['bench', ...asked], { cwd: folder.path })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('mayday bench compare', () => {
  const many = (series: string, passed: number): readonly AttemptRecord[] =>
    Array.from({ length: 10 }, (_, i) =>
      exampleAttempt({ series, task_id: `t${i}`, ...(i < passed ? {} : { failure_reason: 'TESTS_FAILED' }) }),
    )

  test('a difference is shown with its test', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'before', many('before', 3))
    writeSeries(folder, 'after', many('after', 10))
    const { stdout, code } = await mayday(['bench', 'compare', 'before', 'after'], { cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "On the 10 tasks in both, before passes 30 % and after 100 %: +70.0 points (95 %
      interval +40.0 to +100.0; 10000 draws, seed 20240229).
      after is better, and chance does not explain it: 7 tasks went better with after,
      0 with before (exact sign test, p = 0.016).
      Median time: before 1.0 s, after 1.0 s.

      Tasks that differ (passed in before → in after)
        ▲  0/1  →  1/1  t3
        ▲  0/1  →  1/1  t4
        ▲  0/1  →  1/1  t5
        ▲  0/1  →  1/1  t6
        ▲  0/1  →  1/1  t7
        ▲  0/1  →  1/1  t8
        ▲  0/1  →  1/1  t9

      Attempts by reason (before → after; p corrected for 1 reason)
        TESTS_FAILED  7  →  0  not chance (p = 0.016)
      "
    `)
  })

  test('series without a common task cannot be compared', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'before', many('before', 3))
    writeSeries(folder, 'mixed', mixed)
    const { stderr, code } = await mayday(['bench', 'compare', 'before', 'mixed'], { cwd: folder.path })
    expect([code, stderr]).toEqual([
      2,
      'mayday: before and mixed have no task in common, so there is nothing to compare. Run both with the same task files.\n',
    ])
  })

  test('the numbers are in the JSON too', async () => {
    await using folder = await freshFolder()
    writeSeries(folder, 'before', many('before', 3))
    writeSeries(folder, 'after', many('after', 10))
    const { stdout } = await mayday(['bench', 'compare', 'before', 'after', '--json'], { cwd: folder.path })
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'mayday.bench-compare/1',
      series: { a: { name: 'before' }, b: { name: 'after' } },
      all: { verdict: 'b', betterA: 0, betterB: 7 },
    })
  })
})
