/** A worker prints what is slow to read, so that nobody notices that its time is up or that it was canceled. */
import { describe, expect, test } from 'vitest'
import { agent } from '../children.ts'
import { testProject, until } from '../running-mayday.ts'

const LINES: readonly (readonly [string, string])[] = [
  ['objects without an end', '{"a'],
  ['Python dicts', "{'a': 1, 'b': 'error'}"],
  ['objects that never close', '{"a":'],
  ['records and empty lines', '{"":1}\n'],
]

describe('a run that floods its log', () => {
  test.each(LINES)('ends at its time limit: %s', async (_, line) => {
    await using project = await testProject()
    const flood = agent('floods-its-output.pl', line)
    const { code } = await project.start(['run', '--timeout', '2s', '--', ...flood]).finished
    expect(code).toBe(124)
    expect(project.result()).toMatchObject({
      status: 'failed',
      reason: 'TIMEOUT',
      ending: { kind: 'stopped', by: 'timeout' },
    })
  })

  test.each(LINES)('ends when it is canceled: %s', async (_, line) => {
    await using project = await testProject()
    const run = project.start(['run', '--', ...agent('floods-its-output.pl', line)])
    await until('a megabyte of output', () => project.log().length > 1_000_000)
    const { stdout } = await project.start(['cancel', '1']).finished
    expect(stdout).toBe('run 1 is canceled\n')
    expect((await run.finished).code).toBe(130)
  })
})

test('white space in a stated reason delays no end', async () => {
  await using project = await testProject()
  const print = 'print "FAILURE_REASON: a", " " x 60000, "b\\n" for 1 .. 60; exit 1'
  await project.start(['run', '--', 'perl', '-e', print]).finished
  expect(project.result()).toMatchObject({ status: 'failed', exitCode: 1 })
})

test('a message nested without end is no crash', async () => {
  await using project = await testProject()
  const open = '{"role":"assistant","content":'
  const print = `print '${open}' x 200000, 1, '}' x 200000, "\\n"; exit 1`
  await project.start(['run', '--', 'perl', '-e', print]).finished
  expect(project.result()).toMatchObject({ status: 'failed', exitCode: 1 })
})
