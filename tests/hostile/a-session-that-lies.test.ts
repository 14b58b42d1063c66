/** Session files hold what models, tools and repositories wrote. None of it is followed, executed or shown raw. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { mkfifo } from '../mkfifo.ts'
import { mayday } from '../run-mayday.ts'
import {
  answered,
  asked,
  called,
  limited,
  lines,
  sessionHome,
  uuid,
  writeOpencode,
  type SessionHome,
} from '../session-home.ts'

const KEY =
  'sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-AAAAAAAA'

const all = async (home: SessionHome): Promise<string> => {
  const shown = await Promise.all([
    home.run('sessions'),
    home.run('sessions', '--json'),
    home.run('sessions', uuid(1)),
    home.run('sessions', uuid(1), '--json'),
    home.run('stats', '--sessions'),
  ])
  return shown.map(({ stdout, stderr }) => stdout + stderr).join('\n')
}

test('no control sequence of a session reaches the terminal', async () => {
  await using home = await sessionHome()
  const evil = '\u001B]0;owned\u0007\u001B[2J\u202Etxt.exe'
  home.claude(
    1,
    asked(`Fix ${evil}`, { cwd: `/x${evil}`, gitBranch: evil }),
    limited(`You've hit your limit${evil}`),
  )
  expect(await all(home)).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/)
})

test('no secret of a session is shown or kept', async () => {
  await using home = await sessionHome()
  home.claude(
    1,
    asked(`Use ${KEY} please`),
    called(`curl -H ${KEY}`),
    limited(`You've hit your limit: ${KEY}`),
  )
  expect(await all(home)).not.toContain(KEY.slice(0, 40))
  const { readFileSync, readdirSync } = await import('node:fs')
  const cache = home.home.file('.cache/mayday/sessions')
  for (const name of readdirSync(cache))
    expect(readFileSync(`${cache}/${name}`, 'latin1')).not.toContain(KEY.slice(0, 40))
})

test('a secret that is known only later is not shown', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('Use hush-hush-1234 please'), limited('The limit of hush-hush-1234'))
  expect((await home.run('sessions')).stdout).toContain('hush-hush')
  const later = { ...home.env, MY_SECRET: 'hush-hush-1234' }
  for (const args of [['sessions'], ['sessions', '--json'], ['stats', '--sessions']])
    expect((await mayday(args, { cwd: home.project.path, env: later })).stdout).not.toContain('hush-hush')
})

test('a folder that a session names is not opened', async () => {
  await using home = await sessionHome()
  const trap = home.home.file('trap')
  mkfifo(trap)
  home.claude(1, asked('One.', { cwd: trap }), called('touch planted'), answered('Done.', { cwd: trap }))
  expect((await home.run('sessions', uuid(1))).stdout).toContain('✓ succeeded')
  expect(existsSync(home.project.file('planted'))).toBe(false)
})

test('links and pipes among session files are left alone', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  const folder = home.home.file('.claude/projects/-p')
  writeFileSync(home.home.file('private.jsonl'), lines([asked('Private words.')]))
  symlinkSync(home.home.file('private.jsonl'), `${folder}/${uuid(2)}.jsonl`)
  mkfifo(`${folder}/${uuid(3)}.jsonl`)
  mkdirSync(`${folder}/${uuid(4)}.jsonl`)
  const { stdout } = await home.run('sessions', '--json')
  expect(JSON.parse(stdout).sessions).toHaveLength(1)
  expect(stdout).not.toContain('Private')
})

test('an id that looks like an option is only text', async () => {
  await using home = await sessionHome()
  home.write('.claude/projects/-p/--help.jsonl', lines([asked('One.'), limited()]))
  const { stdout, code } = await home.run('why', '--json', '--', '--help')
  expect([code, JSON.parse(stdout).id]).toEqual([0, '--help'])
})

test.each([
  ['an integer that no number holds', 'tokens_input = 9223372036854775807'],
  ['a time after the end of the calendar', 'time_updated = 1000000000000000000'],
  ['a cost below nothing', 'cost = -1, tokens_input = -500'],
])('%s in a database ends no look', async (_, change) => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited())
  const path = writeOpencode(home, null)
  using db = new DatabaseSync(path)
  db.exec(`UPDATE session SET ${change}`)
  const { stdout, stderr, code } = await home.run('sessions', '--json')
  expect([code, stderr]).toEqual([0, ''])
  const { sessions } = JSON.parse(stdout)
  expect(sessions.map(({ agent }: { agent: string }) => agent).toSorted()).toEqual(['claude', 'opencode'])
})

test('a file without a record is a line', async () => {
  await using home = await sessionHome()
  home.write(`.claude/projects/-p/${uuid(1)}.jsonl`, '\0'.repeat(5000))
  home.claude(2, asked('One.'), limited())
  const { stdout, code } = await home.run('sessions')
  expect(code).toBe(0)
  expect(stdout).toContain('! not readable')
  expect(stdout).toContain('USAGE_LIMIT')
  expect((await home.run('sessions', uuid(1))).stdout).toContain('it contains no record of a conversation')
})
