import { expect, test } from 'vitest'
import type { Stage } from '../reasons/stages.ts'
import { explain } from '../../tests/knowing-agents.ts'

async function reasonOf(
  output: string,
  exitCode: number,
  stage: Stage = 'agent_run',
): Promise<string | null> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(output)
  }
  return (await explain(bytes(), { exitCode, stage })).reason
}

const FULL = 'copying\ncp: error writing x: No space left on device\n'
const FAULT = 'Segmentation fault (core dumped)\n'

test.each([124, 137, 134, 135, 139])('a full disk at the end explains exit code %d', async (code) => {
  expect(await reasonOf(FULL, code)).toBe('DISK_FULL')
  expect(await reasonOf(FULL, code, 'setup')).toBe('DISK_FULL')
  expect(await reasonOf(FULL, code, 'final_test')).toBe('DISK_FULL')
})

test('a full disk long before the end explains nothing', async () => {
  const later = 'step done\n'.repeat(9)
  expect(await reasonOf(`${FULL}${later}`, 137)).toBe('TIMEOUT')
  expect(await reasonOf(FULL, 130)).toBe('INTERRUPTED')
})

test.each([132, 133, 134, 135, 136, 139])('an agent that ends with %d crashed', async (code) => {
  expect(await reasonOf('working\n', code)).toBe('WORKER_CRASHED')
  expect(await reasonOf(FAULT, code)).toBe('WORKER_CRASHED')
})

test.each([
  ['git_clone', 'GIT_CLONE_FAILED'],
  ['git_checkout', 'GIT_CHECKOUT_FAILED'],
  ['setup', 'SETUP_FAILED'],
  ['baseline_run', 'INTERNAL_ERROR'],
] as const)('a crash in %s is %s', async (stage, reason) => {
  expect(await reasonOf('working\n', 139, stage)).toBe(reason)
  expect(await reasonOf(FAULT, 139, stage)).toBe(reason)
})

test('a code alone proves no crash of tests', async () => {
  expect(await reasonOf('working\n', 139, 'final_test')).toBe('UNKNOWN')
  expect(await reasonOf(FAULT, 139, 'final_test')).toBe('WORKER_CRASHED')
  expect(await reasonOf('', 139)).toBe('UNKNOWN')
})
