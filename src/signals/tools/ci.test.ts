import { expect, test } from 'vitest'
import { failuresIn, lastTold } from '../../../tests/tool-signals.ts'

test.each([
  "##[error]Bash exited with code '2'.",
  'ERROR: Job failed: exit code 1',
  'Finished: FAILURE',
  'The command "./check.sh" exited with 1.',
  'Exited with code exit status 1',
])('%j is a failed step', async (line) => {
  expect(await failuresIn(`drift found\n${line}\nCleaning up\n`)).toEqual(['ci: failure'])
})

test('a failed step before another was allowed to fail', async () => {
  const failed = '##[error]Process completed with exit code 1.'
  expect(await failuresIn(`${failed}\n##[group]Run npm test\nfine\n`)).toEqual([])
})

test('a job that succeeded is told', async () => {
  expect((await lastTold('fine\nFinished: SUCCESS\n', 'ci'))[0]).toBe('build-passed')
})

test.each([
  'Process completed with exit code 0.',
  'The process exited with code 0',
  'It says "Job failed" when the runner is gone',
])('%j is no failed step', async (line) => {
  expect(await failuresIn(`${line}\n`)).toEqual([])
})
