/** Notices through the real command, to small real servers and programs. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answers, notifyServer } from '../notify-server.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

const agent = (name: string): string => fileURLToPath(new URL(`../agents/${name}`, import.meta.url))

const config = (project: TestProject, text: string): void =>
  writeFileSync(project.file('mayday.yaml'), `notify:\n${text.replaceAll(/^/gm, '  ')}\n`)

/** A task whose only attempt needs a person. */
async function needsAPerson(project: TestProject, title = 'One'): Promise<void> {
  const command = ['--agent', 'claude', '--', 'sh', agent('is-logged-out.sh'), '{prompt}']
  await project.mayday(['add', title, ...command])
}

const parsed = (body: string | undefined): Record<string, unknown> => JSON.parse(body ?? 'null')

test.each([
  ['slack', '/hook', (body: Record<string, unknown>) => body['text']],
  ['discord', '/hook', (body: Record<string, unknown>) => body['content']],
  ['teams', '/hook', (body: Record<string, unknown>) => JSON.stringify(body['attachments'])],
  ['webhook', '/hook', (body: Record<string, unknown>) => body['title']],
  ['ntfy', '/', (body: Record<string, unknown>) => body['title']],
])('a test notice reaches %s', async (name, path, said) => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `${name}: ${server.url}/hook`)
  const { code, stdout } = await project.mayday(['notify', '--test'])
  expect([code, stdout]).toEqual([0, `✓ ${name}: sent\n`])
  expect(server.received.map((one) => one.path)).toEqual([path])
  expect(said(parsed(server.received[0]?.body))).toContain('Mayday: this is a test')
})

test('a test notice reaches Telegram by its bot', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `telegram: {token: $BOT, chat: "-42", server: "${server.url}"}`)
  const { stdout } = await project.mayday(['notify', '--test'], { BOT: '123:abcDEF' })
  expect(stdout).toBe('✓ telegram: sent\n')
  expect(server.received[0]?.path).toBe('/bot123:abcDEF/sendMessage')
  expect(parsed(server.received[0]?.body)).toMatchObject({ chat_id: '-42' })
})

test('a template is filled in as JSON', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\ntemplate: '{"msg": "{title}: {text}", "x": "{other}"}'`)
  await project.mayday(['notify', '--test'])
  expect(server.received[0]?.headers['content-type']).toBe('application/json')
  expect(parsed(server.received[0]?.body)).toEqual({
    msg: expect.stringContaining('reach you.\nSent by: mayday notify --test'),
    x: '{other}',
  })
})

test('a percent sign in a password is kept', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `ntfy: ${server.url.replace('//', '//me:50%@')}/topic`)
  expect((await project.mayday(['notify', '--test'])).stdout).toBe('✓ ntfy: sent\n')
  const pair = Buffer.from('me:50%').toString('base64')
  expect(server.received[0]?.headers.authorization).toBe(`Basic ${pair}`)
})

test('a mail goes through sendmail', async () => {
  await using project = await testProject()
  mkdirSync(project.file('bin'))
  writeFileSync(project.file('bin/sendmail'), '#!/bin/sh\nprintf "%s\\n" "$*" > mail.args\ncat > mail.txt\n')
  chmodSync(project.file('bin/sendmail'), 0o755)
  config(project, 'email: me@example.org')
  const { stdout } = await project.mayday(['notify', '--test'], {
    PATH: `${project.file('bin')}:${process.env['PATH']}`,
  })
  expect(stdout).toBe('✓ email: sent\n')
  expect(readFileSync(project.file('mail.args'), 'utf8')).toBe('-t -i\n')
  const [head = '', body = ''] = readFileSync(project.file('mail.txt'), 'utf8').split('\n\n')
  expect(head).toContain('To: me@example.org\nSubject: =?utf-8?B?')
  expect(Buffer.from(body, 'base64').toString()).toContain('notices of this project reach you')
})

test('a refusal is said without the address', async () => {
  await using project = await testProject()
  await using server = await notifyServer(answers.refuse)
  config(project, `slack: ${server.url}/services/T0/B0/SECRET`)
  const { code, stdout } = await project.mayday(['notify', '--test'])
  expect([code, stdout]).toEqual([2, `✗ slack: ${new URL(server.url).host} answered 403\n`])
  expect(server.begun()).toBe(1)
})

test('a notice is not sent on to another place', async () => {
  await using project = await testProject()
  await using server = await notifyServer(answers.redirect)
  config(project, `webhook: ${server.url}`)
  const { stdout } = await project.mayday(['notify', '--test'])
  expect(stdout).toContain('answered 307')
})

test('a missing variable is named', async () => {
  await using project = await testProject()
  config(project, 'slack: $SLACK_HOOK')
  const { code, stdout } = await project.mayday(['notify', '--test'])
  expect([code, stdout]).toEqual([2, '✗ slack: notify names the variable SLACK_HOOK, and it is not set.\n'])
})

test('config shows no secret of notify', async () => {
  await using project = await testProject()
  config(
    project,
    'slack: https://hooks.example.org/T0/SECRET1\ndiscord: $HOOK\ntelegram: {token: "1:SECRET2", chat: "1"}\n' +
      `webhook: $HOOK\ntemplate: '{"to": "team-SECRET4", "message": "{title}"}'`,
  )
  for (const words of [['config'], ['config', '--json'], ['notify'], ['notify', '--json'], ['doctor']]) {
    const { stdout, stderr } = await project.mayday(words, { HOOK: 'https://hooks.example.org/SECRET3' })
    expect([words, (stdout + stderr).match(/SECRET\d/g)]).toEqual([words, null])
  }
  expect((await project.mayday(['config'])).stdout).toMatch(/notify\.discord +\$HOOK/)
})

test('two tasks with one cause give one message', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\nfor: [person]`)
  await needsAPerson(project, 'One')
  await needsAPerson(project, 'Two')
  await project.mayday(['work', '--once'])
  expect(server.received.map(({ body }) => parsed(body)['kind'])).toEqual(['person'])
})

test('the end of work is summed up once', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\nfor: [night]`)
  await project.mayday(['add', 'Good', '--no-expect-changes', '--', 'true'])
  await needsAPerson(project)
  await project.mayday(['work', '--once'])
  expect(server.received.map(({ body }) => parsed(body))).toMatchObject([
    {
      kind: 'night',
      title: 'Mayday is done: 1 succeeded, 0 failed, 1 for a person',
      text: expect.stringContaining('Why: 1 AUTH_FAILED'),
    },
  ])
})

const hitsALimit = (seconds: string): readonly string[] =>
  ['add', 'One', '--agent', 'claude', '--no-expect-changes'].concat(
    '--',
    'sh',
    agent('hits-a-limit.sh'),
    seconds,
    '{prompt}',
  )

test('a limit is reported once when it is hit', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\nfor: [limit, reset]`)
  await project.mayday(hitsALimit('3600'))
  await project.mayday(['run', '--task', '1', '--no-wait'])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  expect(server.received.map(({ body }) => parsed(body)['kind'])).toEqual(['limit'])
})

test('the reset of a limit is reported too', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\nfor: [limit, reset]`)
  await project.mayday(hitsALimit('3'))
  expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
  expect(server.received.map(({ body }) => parsed(body)['kind'])).toEqual(['limit', 'reset'])
})

test('a server that hangs does not hold up the end', async () => {
  await using project = await testProject()
  await using server = await notifyServer(answers.hang)
  config(project, `webhook: ${server.url}`)
  await needsAPerson(project)
  const { code, stderr } = await project.mayday(['run', '--task', '1'])
  expect(code).toBe(3)
  expect(stderr).toMatch(/a notification could not be sent by webhook: 127\.0\.0\.1:\d+ did not answer; /)
  expect(stderr).toContain('the next command tries again')
  expect((await project.mayday(['notify'])).stdout).toContain('Not sent yet: 1 notice\n')
})

test('a notice that was not taken is sent later', async () => {
  await using project = await testProject()
  await needsAPerson(project)
  {
    await using away = await notifyServer(answers.broken)
    config(project, `webhook: ${away.url}`)
    await project.mayday(['run', '--task', '1'])
  }
  await using back = await notifyServer()
  config(project, `webhook: ${back.url}`)
  await project.mayday(['run', '--task', '1', '--no-wait'])
  expect(back.received.map(({ body }) => parsed(body)['kind'])).toEqual(['person'])
})

test('a service that asks for patience gets it', async () => {
  await using project = await testProject()
  await using server = await notifyServer(answers.patience)
  config(project, `webhook: ${server.url}`)
  await needsAPerson(project)
  const { stderr } = await project.mayday(['run', '--task', '1'])
  expect([server.begun(), stderr]).toEqual([2, ''])
})

test('quiet hours keep a notice for later', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}\nquiet: 00:00-00:00`)
  await needsAPerson(project)
  await project.mayday(['run', '--task', '1'])
  expect(server.begun()).toBe(0)
  config(project, `webhook: ${server.url}`)
  await project.mayday(['run', '--task', '1', '--no-wait'])
  expect(server.begun()).toBe(1)
})

test('nothing is sent by a config that nobody trusted', async () => {
  await using project = await testProject()
  await using server = await notifyServer()
  config(project, `webhook: ${server.url}`)
  const { code } = await project.mayday(['notify', '--test'], { MAYDAY_TRUST: '' })
  expect([code, server.begun(), existsSync(project.inRecord('trust.json'))]).toEqual([2, 0, false])
})
