/** `mayday show --story` and `mayday sessions --story`, through the real command. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { misfitIn } from '../src/record/schema.ts'
import { storySchema } from '../src/views/story/story-schema.ts'
import { testProject } from './running-mayday.ts'
import { answered, asked, called, sessionHome, uuid, writeGoose } from './session-home.ts'
import { capture } from './told-story.ts'

const KEY = 'sk-ant-api03-Zq7Hn2vXk9Lw4Rt8Yb3Mc6Df1Gj5Ps0Ae'

test('a run tells its prompt, calls and verify', async () => {
  await using project = await testProject()
  writeFileSync(project.file('out.log'), capture('claude', 'tool_fail'))
  await project.mayday([
    'run',
    '--agent',
    'claude',
    '--verify',
    'echo checked; exit 1',
    '--',
    'cat',
    'out.log',
  ])
  const { stdout } = await project.mayday(['show', '1', '--story'])
  expect(stdout.replaceAll(/ {2}\d\d:\d\d:\d\d · .*/g, '')).toBe(`Turn 1
  I will run a command.
  ▸ Ran echo oops >&2; exit 3
      Exit code 3
      oops

Turn 2
  FAKE-DONE after 1 tool results
  The agent ended: 2 turns, $0.00.

Final test: echo checked; exit 1
  checked
`)
})

test('the JSON of a story leads to its next part', async () => {
  await using project = await testProject()
  writeFileSync(project.file('out.log'), capture('claude', 'tool_fail'))
  await project.mayday(['run', '--agent', 'claude', '--', 'cat', 'out.log'])
  const story = JSON.parse((await project.mayday(['show', '1', '--story', '--json'])).stdout)
  expect(misfitIn(storySchema, story)).toBeNull()
  expect(story).toMatchObject({ run: 1, reads: 'claude', isLive: false, next: null, isEnd: true })
  const { offset, line } = story.turns[1]
  const rest = JSON.parse(
    (await project.mayday(['show', '1', '--story', '--json', '--from', `${offset}.${line}.1`])).stdout,
  )
  expect(rest.turns).toEqual([story.turns[1]])
  const refused = await project.mayday(['show', '1', '--story', '--from', 'there'])
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("'there' is not a place in a story"),
  ])
})

test('a story shows no secret', async () => {
  await using project = await testProject()
  const said = {
    type: 'assistant',
    session_id: 's',
    message: { content: [{ type: 'text', text: `${KEY} is it` }] },
  }
  writeFileSync(project.file('out.log'), `${JSON.stringify(said)}\nplain ${KEY}\n`)
  await project.mayday(['run', '--agent', 'claude', '--', 'cat', 'out.log'])
  for (const how of [[], ['--json']]) {
    const { stdout } = await project.mayday(['show', '1', '--story', ...how])
    expect(stdout).toContain('is it')
    expect(stdout).not.toContain(KEY)
  }
})

test('a session that Mayday did not start tells its story', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('Fix it.'), called('ls'), answered('Done.'))
  const { stdout } = await home.run('sessions', uuid(1), '--story')
  expect(stdout).toMatch(/^Prompt .*\n {2}Fix it\.\n\nTurn 1 [\s\S]*Done\./)
  writeGoose(home, [
    ['user', 'Look.'],
    ['assistant', 'Seen.'],
  ])
  const kept = await home.run('sessions', '20261116_1', '--story')
  expect(kept.stdout).toMatch(/^Prompt .*\n {2}Look\.\n\nTurn 1 [\s\S]*Seen\./)
})

test('a run that printed nothing says so', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--', 'true'])
  expect((await project.mayday(['show', '1', '--story'])).stdout).toBe('Nothing was printed.\n')
})
