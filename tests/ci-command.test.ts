/** `mayday ci` runs a command, tells why it failed and keeps its exit code. */
import { readFileSync } from 'node:fs'
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

test('the summary lists the attempts before', async () => {
  await using project = await testProject()
  const failing = ['--', 'sh', '-c', 'echo "[MAYDAY_FAILURE:TESTS_FAILED]"; exit 1']
  const summary = async (): Promise<string> => {
    await project.mayday(['ci', '--format', 'markdown=summary.md', ...failing])
    return readFileSync(project.file('summary.md'), 'utf8')
  }
  expect(await summary()).not.toContain('### Attempts before')
  await project.mayday(['ci', '--', 'true'])
  const [, listed = ''] = (await summary()).split('### Attempts before\n\n')
  expect(listed).toMatch(/^- run 1, \S+: failed \\\(TESTS\\_FAILED\\\)\n/)
  expect(listed).not.toContain('- run 2, ')
})

test('a report does not mix with the output', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['ci', '--format', 'json', '--', 'true'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('Give json a file: --format json=FILE.')])
})
