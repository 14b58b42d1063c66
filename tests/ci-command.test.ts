/** `mayday ci` runs a command, tells why it failed and keeps its exit code. */
import { expect, test } from 'vitest'
import { testProject } from './running-mayday.ts'

test.each([
  ['exit 0', 0],
  ['exit 9', 9],
  ['kill -KILL $$', 137],
])('ci keeps the ending of %s', async (script, code) => {
  await using project = await testProject()
  expect((await project.mayday(['ci', '--', 'sh', '-c', script])).code).toBe(code)
})

test('ci fails if the command is stopped at a limit', async () => {
  await using project = await testProject()
  const { code, stdout } = await project.mayday([
    'ci',
    '--timeout',
    '300ms',
    '--grace',
    '100ms',
    '--',
    'sleep',
    '60',
  ])
  expect(code).toBe(124)
  expect(stdout).toContain('✗ TIMEOUT')
})

test('ci fails if verify fails', async () => {
  await using project = await testProject()
  const { code } = await project.mayday(['ci', '--verify', 'exit 5', '--', 'true'])
  expect(code).toBe(1)
})

test('check turns a hidden failure into a red job', async () => {
  await using project = await testProject()
  const capture = new URL('../examples/runs/claude-usage-limit.jsonl', import.meta.url).pathname
  expect((await project.mayday(['ci', '--', 'cat', capture])).code).toBe(0)
  const checked = await project.mayday(['ci', '--check', '--', 'cat', capture])
  expect(checked.code).toBe(1)
  expect(checked.stdout).toContain('✗ USAGE_LIMIT')
})

test('ci shows the output unless it is quiet', async () => {
  await using project = await testProject()
  expect((await project.mayday(['ci', '--', 'echo', 'a word'])).stdout).toContain('\na word\n')
  expect((await project.mayday(['ci', '--quiet', '--', 'echo', 'a word'])).stdout).not.toContain('a word')
})
