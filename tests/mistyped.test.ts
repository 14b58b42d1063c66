/** A mistyped command or option is answered with the most similar one. */
import { expect, test } from 'vitest'
import { mayday } from './run-mayday.ts'

test.each([
  [['histroy'], "mayday: There is no command 'histroy'. Did you mean 'history'? See: mayday --help\n"],
  [
    ['help', 'unmreged'],
    "mayday: There is no command 'unmreged'. Did you mean 'unmerged'? See: mayday --help\n",
  ],
  [
    ['history', '--josn'],
    "mayday: Unknown option '--josn'. Did you mean --json? See: mayday history --help\n",
  ],
  [
    ['run', '--verfy', 'x', '--', 'true'],
    "mayday: Unknown option '--verfy'. Did you mean --verify? See: mayday run --help\n",
  ],
])('%j suggests the most similar word', async (args, sentence) => {
  expect(await mayday(args)).toEqual({ code: 2, stdout: '', stderr: sentence })
})

test('an unknown word is named in one line', async () => {
  const sentence = "mayday: There is no command 'xyzzy'. See: mayday --help\n"
  expect(await mayday(['help', 'xyzzy'])).toEqual({ code: 2, stdout: '', stderr: sentence })
})

test('an unknown agent lists the known ones once', async () => {
  const { code, stderr } = await mayday(['sessions', '--agent', 'xyzzyx'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^mayday: Mayday finds no sessions of 'xyzzyx'\. Known: [a-z, ]+\.\n$/)
})

test('help shows a command or the overview', async () => {
  expect((await mayday(['help', 'history'])).stdout).toContain('Usage: mayday history')
  expect(await mayday(['help'])).toMatchObject({ code: 0, stderr: '' })
  expect(await mayday(['help', '--help'])).toMatchObject({ code: 0, stderr: '' })
})
