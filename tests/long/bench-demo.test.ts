import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoTasks } from '../../src/bench/demo/demo-tasks.ts'
import { parseAttempts } from '../../src/bench/report/read-attempts.ts'
import { benchWords } from '../../src/reasons/dialects/bench.ts'
import { testProject } from '../running-mayday.ts'

test('the demo is expected to show every code', () => {
  const expected = new Set(demoTasks.map((task) => task.expected))
  expect([...benchWords, null].filter((word) => !expected.has(word))).toEqual([])
})

test('the guide names every task with its code', () => {
  const guide = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| (`[\w-]+`(?:, `[\w-]+`)*) \| [^|]+ \| (?:`([A-Z_]+)`|passed) \|$/gm)]
  const told = rows.flatMap(([, ids = '', code]) =>
    ids.split(', ').map((id) => [id.replaceAll('`', ''), code ?? null] as const),
  )
  expect(new Map(told)).toEqual(new Map(demoTasks.map(({ id, expected }) => [id, expected])))
})

test('the demo really shows every code', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['bench', 'run', '--demo', '--jobs', '4', '--series', 'demo'])
  expect([code, stderr]).toEqual([0, ''])
  const { records } = parseAttempts(readFileSync(project.inRecord('bench/demo/attempts.jsonl'), 'utf8'))
  const found = Object.fromEntries(records.map(({ task_id, failure_reason }) => [task_id, failure_reason]))
  expect(found).toEqual(Object.fromEntries(demoTasks.map(({ id, expected }) => [id, expected])))
})
