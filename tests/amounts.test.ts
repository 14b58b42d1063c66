/** Numbers, plurals and sizes in messages. */
import { expect, test } from 'vitest'
import { bytesInWords, limitInWords } from '../src/interfaces/cli/screen/numbers.ts'
import { readSize } from '../src/record/size.ts'
import { testProject } from './running-mayday.ts'

test('an empty queue is reported as empty', async () => {
  await using project = await testProject()
  expect((await project.mayday(['work'])).stdout).toContain('Nothing to do.\n')
})

test('a limit is shown in its given unit', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--', 'true'])
  const cleaned = async (...args: string[]): Promise<string> =>
    (await project.mayday(['clean', ...args])).stdout
  expect(await cleaned()).toContain('runs that ended within 30 days; 5 GiB in total')
  expect(await cleaned('--keep-bytes', '5g')).toContain('(kept: 5 GiB in total')
  expect(await cleaned('--keep-bytes', '1500m')).toContain('(kept: 1500 MiB in total')
  expect(await cleaned('--keep-bytes', '1.5g')).toContain('(kept: 1.5 GiB in total')
})

test('a run folder is not called folders', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--', 'true'])
  expect((await project.mayday(['clean'])).stdout).toMatch(/^1 run folder stays \(.+\)\.$/m)
  const gone = (await project.mayday(['clean', '--older-than', '0s', '--dry-run'])).stdout
  expect(gone).toMatch(/^1 run folder would be removed \(.+\)\.$/m)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KiB'],
  [5 * 1024 ** 3, '5.00 GiB'],
  [1024 ** 3 - 1, '1024 MiB'],
])('%i bytes are %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words)
})

test.each([
  ['1', '1 B'],
  ['512m', '512 MiB'],
  ['2g', '2 GiB'],
  ['1.25t', '1.25 TiB'],
  ['1023k', '1023 KiB'],
])('the limit %s is %s', (given, words) => {
  expect(limitInWords(readSize(given) ?? 0)).toBe(words)
})
