/** A mistyped command or option is answered with the most similar one. */
import { expect, test } from 'vitest'
import { mayday } from './run-mayday.ts'

test.each([
  [['histroy'], "mayday: Unknown command 'histroy'. Did you mean 'history'? See: mayday --help\n"],
  [['help', 'unmreged'], "mayday: Unknown command 'unmreged'. Did you mean 'unmerged'? See: mayday --help\n"],
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
  const sentence = "mayday: Unknown command 'xyzzy'. See: mayday --help\n"
  expect(await mayday(['help', 'xyzzy'])).toEqual({ code: 2, stdout: '', stderr: sentence })
})

test.each([
  [['--nosuch'], "Unknown option '--nosuch'. See: mayday --help"],
  [['ci'], 'Missing command: mayday ci -- COMMAND. Example: mayday ci -- ./agent.sh'],
  [['import'], 'import needs one of gza, auto-claude, failure-context, sessions. See: mayday import --help'],
  [['why', 'a', 'b'], "why takes at most one argument, not 'a b'. See: mayday why --help"],
  [
    ['completions', 'csh'],
    "completions needs one of bash, zsh, fish, not 'csh'. Did you mean zsh? See: mayday completions --help",
  ],
  [['show', '1', '--from', '9'], '--from belongs to --story: mayday show 1 --story --from PLACE'],
  [['show', '1', '--story', '--attempts'], '--attempts and --story cannot be combined.'],
  [['sessions', '--from', '9'], '--from belongs to --story: mayday sessions SESSION --story --from PLACE'],
  [['fleet', 'up', 'here'], "fleet up takes no argument, not 'here'. See: mayday fleet --help"],
  [['fleet', 'drain', 'a', 'b'], "fleet drain takes no further argument, not 'b'. See: mayday fleet --help"],
])('mayday %j names what is wrong and what is right', async (args, sentence) => {
  expect(await mayday(args)).toEqual({ code: 2, stdout: '', stderr: `mayday: ${sentence}\n` })
})

test('an unknown agent lists the known ones once', async () => {
  const { code, stderr } = await mayday(['sessions', '--agent', 'xyzzyx'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^mayday: Unknown agent 'xyzzyx'\. Known: [a-z, ]+\.\n$/)
})

test('help shows a command or the overview', async () => {
  expect((await mayday(['help', 'history'])).stdout).toContain('Usage: mayday history')
  expect(await mayday(['help'])).toMatchObject({ code: 0, stderr: '' })
  expect(await mayday(['help', '--help'])).toMatchObject({ code: 0, stderr: '' })
})
