import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeAgent } from '../../src/supervision/profiles/described.ts'
import { agentProfiles } from '../../src/agents/profiles.ts'
import { readOutput } from '../captures.ts'
import { testProject } from '../running-mayday.ts'

const OPTION = '--dangerously-skip-permissions'
const BAD = [OPTION, '-c', '', 'two words', '../../x', 'a/b', 'a\nb', 'a\n', '$(id)', 'é', 'x'.repeat(201)]
const GOOD = ['00000000-0000-4000-8000-000000000001', 'ses_4x.y-Z', '20251103_1', '7']

const claimed = (id: string): string | null =>
  readOutput(
    JSON.stringify({
      type: 'system',
      subtype: 'init',
      session_id: id,
      model: 'claude-sonnet-4-5',
      tools: [],
    }),
  ).facts.sessionId

test.each(BAD)('an output cannot claim the session %j', (id) => {
  expect(claimed(id)).toBeNull()
})

test.each(GOOD)('the session %s is kept', (id) => {
  expect(claimed(id)).toBe(id)
})

const acme = describeAgent(null, {
  name: 'acme',
  argv: ['acme', '{prompt}'],
  env: {},
  hasFastFaults: false,
  resume: ['--more', '{session}'],
  sessionPattern: null,
  reads: null,
})

test.each([...agentProfiles, acme])('$name takes no option for a session', (profile) => {
  const argv = profile.argvFor('do it')
  for (const id of BAD) {
    expect(profile.resume(argv, id, 'go on')).toBeNull()
    expect(profile.withSession(argv, id)).toBeNull()
  }
  for (const id of GOOD) expect(profile.resume(argv, id, 'go on') !== null).toBe(profile.canResume)
})

test('a resumed agent gets no option from its output', async () => {
  await using project = await testProject()
  const bin = project.file('bin')
  mkdirSync(bin)
  const said = JSON.stringify({ type: 'system', subtype: 'init', session_id: OPTION, model: 'm', tools: [] })
  const limit = JSON.stringify({
    type: 'result',
    subtype: 'error_max_turns',
    is_error: true,
    session_id: OPTION,
  })
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >>"$SEEN"\necho '${said}'\necho '${limit}'\nexit 1\n`
  writeFileSync(`${bin}/claude`, script)
  chmodSync(`${bin}/claude`, 0o755)
  const seen = project.file('seen')
  const env = { PATH: `${bin}:/usr/bin:/bin`, SEEN: seen }
  await project.mayday(['run', '--agent', 'claude', 'Fix it'], env)
  await project.mayday(['run', '--resume', '1', 'Go on'], env)
  expect(existsSync(seen)).toBe(true)
  expect(readFileSync(seen, 'utf8').split('\n')).not.toContain(OPTION)
})
