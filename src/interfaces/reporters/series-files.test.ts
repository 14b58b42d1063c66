import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { exampleAttempt } from '../../../tests/examples/attempts.ts'
import { progressOf } from '../../bench/report/series-progress.ts'
import { sumSeries } from '../../bench/report/sum-series.ts'
import { renderHtml } from './series-html.ts'
import { renderJunit } from './series-junit.ts'

const NASTY = `<script>alert("1")</script> & ]]> 'quoted' \u0000\u001B[31m \uD800 \uFFFF é 漢 😀`

const records = [
  exampleAttempt({ task_id: 'good', duration_ms: 1500 }),
  exampleAttempt({
    task_id: `bad ${NASTY}`,
    failure_reason: 'TESTS_FAILED',
    summary: `${NASTY}\nsecond line`,
  }),
  exampleAttempt({
    task_id: 'good',
    attempt: 2,
    failure_reason: 'TIMEOUT',
    agent: NASTY,
    log_path: 'logs/1',
  }),
]

const progress = progressOf(records, null)

test('a page holds no foreign markup and no script', () => {
  const page = renderHtml({
    sum: sumSeries(records),
    records,
    problems: [{ line: 3, problem: NASTY }],
    progress,
  })
  expect(page).not.toMatch(/<script|\u0000|\u001B|\uFFFF/i)
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt; &#39;quoted&#39;')
  expect(page).toContain('é 漢 😀')
})

test('a page loads nothing from other hosts', () => {
  const page = renderHtml({ sum: sumSeries(records), records, problems: [], progress })
  expect(page).not.toMatch(/(?:src|href)=|url\(|@import|https?:/)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('prefers-color-scheme: dark')
  expect(page).toContain('@media print')
})

test('every element of a page is closed', () => {
  const page = renderHtml({ sum: sumSeries(records), records, problems: [], progress })
  const open: string[] = []
  const crossed: string[] = []
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g))
    if (slash === '') open.push(...(name === 'meta' ? [] : [name]))
    else if (open.pop() !== name) crossed.push(name)
  expect([crossed, open]).toEqual([[], []])
})

const PARSE = `
import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps([[root.tag, root.attrib]] + [[one.tag, one.attrib] for one in root.iter() if one is not root]))
`

test('JUnit XML is read back by a parser', () => {
  const { stdout, stderr } = spawnSync('python3', ['-c', PARSE], {
    input: renderJunit('series "1"', records),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const clean = `<script>alert("1")</script> & ]]> 'quoted' \uFFFD\uFFFD[31m \uFFFD \uFFFD é 漢 😀`
  expect(JSON.parse(stdout)).toEqual([
    [
      'testsuites',
      { name: 'series "1"', tests: '3', failures: '2', errors: '0', skipped: '0', time: '3.500' },
    ],
    [
      'testsuite',
      {
        name: 'good',
        tests: '2',
        failures: '1',
        errors: '0',
        skipped: '0',
        time: '2.500',
        timestamp: '2026-03-01T10:00:00',
      },
    ],
    ['testcase', { classname: 'good', name: 'attempt 1 (scripted)', time: '1.500' }],
    ['testcase', { classname: 'good', name: `attempt 2 (${clean})`, time: '1.000' }],
    ['failure', { type: 'TIMEOUT', message: 'TIMEOUT' }],
    [
      'testsuite',
      {
        name: `bad ${clean}`,
        tests: '1',
        failures: '1',
        errors: '0',
        skipped: '0',
        time: '1.000',
        timestamp: '2026-03-01T10:00:00',
      },
    ],
    ['testcase', { classname: `bad ${clean}`, name: 'attempt 1 (scripted)', time: '1.000' }],
    ['failure', { type: 'TESTS_FAILED', message: `${clean}\nsecond line` }],
  ])
})
