import { expect, it } from 'vitest'
import { SignalReader } from '../../tests/knowing-agents.ts'
import type { Stage } from '../reasons/stages.ts'
import { diagnoseRun } from './diagnose-run.ts'

const stage = (name: Stage, text: string, exitCode: number) => {
  const reader = new SignalReader({ stage: name })
  reader.push(Buffer.from(text))
  return { ...reader.end(exitCode), stage: name, exitCode }
}

const pytest = (counts: string): string => `===== ${counts} in 0.01s =====\n`

/** The reason of a run with the same tests before and after the agent. */
function reasonOf(before: string, after: string, hasSameTests = true): string {
  const { run } = diagnoseRun({
    stages: [
      stage('baseline_run', before, 1),
      stage('agent_run', 'done\n', 0),
      stage('final_test', after, 0),
    ],
    hasSameTests,
    expectChanges: false,
    changedFiles: null,
  })
  return run.reason === null ? 'none' : `${run.reason} ${run.rule}`
}

it.each([
  ['all ran and passed', pytest('4 passed'), 'none'],
  ['one more was added', pytest('5 passed'), 'none'],
  ['one was removed', pytest('3 passed'), 'TESTS_FAILED tests.removed'],
  ['one was skipped', pytest('3 passed, 1 skipped'), 'TESTS_FAILED tests.removed'],
  ['one is expected to fail', pytest('3 passed, 1 xfailed'), 'TESTS_FAILED tests.removed'],
  ['none ran', pytest('no tests ran'), 'NO_TESTS_COLLECTED tests.none-left'],
  ['nothing was printed', '', 'NO_TESTS_COLLECTED tests.none-left'],
  ['one failed with exit code 0', pytest('1 failed, 3 passed'), 'TESTS_FAILED tests.fail-with-exit-0'],
])('tests are compared with the baseline: %s', (_what, after, expected) => {
  expect(reasonOf(pytest('1 failed, 3 passed'), after)).toBe(expected)
})

it('tests other than the baseline are not compared', () => {
  expect(reasonOf(pytest('1 failed, 3 passed'), pytest('1 passed'), false)).toBe('none')
})

it('a runner without counts is trusted', () => {
  expect(reasonOf('FAIL: value\n', '')).toBe('none')
})
