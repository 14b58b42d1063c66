/** `mayday run --follow` shows the agent's words while it runs. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject, until } from './running-mayday.ts'

const record = (text: string): string =>
  JSON.stringify({
    type: 'assistant',
    message: { id: 'msg_1', content: [{ type: 'text', text }] },
    parent_tool_use_id: null,
    session_id: 's',
  })

test('words are shown while the agent still runs', async () => {
  await using project = await testProject()
  const script = `echo '${record('I look at the test.')}'; while [ ! -e go ]; do sleep 0.05; done`
  const going = project.start(['run', '--follow', '--', 'sh', '-c', script])
  await until('its words', () => going.printed().includes('I look at the test.\n'))
  writeFileSync(project.file('go'), '')
  const { code, stdout } = await going.finished
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('"type"')])
})

test('words before the end come before the verdict', async () => {
  await using project = await testProject()
  const { stdout } = await project.mayday([
    'run',
    '--follow',
    '--',
    'sh',
    '-c',
    `echo '${record('last')}'; exit 1`,
  ])
  expect(stdout.indexOf('\nlast\n')).toBeGreaterThan(0)
  expect(stdout.indexOf('\nlast\n')).toBeLessThan(stdout.indexOf('agent_run ended'))
})

test('a secret is masked in what is shown', async () => {
  await using project = await testProject()
  const secret = 'Zx81LmQp0vTnKc52RdYw7uHbJe93SfGa'
  const { stdout } = await project.mayday(['run', '--follow', '--', 'sh', '-c', 'echo "key $MY_API_KEY"'], {
    MY_API_KEY: secret,
  })
  expect(stdout).toContain('key ')
  expect(stdout).not.toContain(secret)
})

test('a task shows the words of its runs', async () => {
  await using project = await testProject()
  await project.mayday(['add', 'Do it', '--attempts', '1', '--', 'echo', 'said by the agent'])
  const { stdout } = await project.mayday(['run', '--task', '1', '--follow', '--no-wait'])
  expect(stdout).toContain('\nsaid by the agent\n')
})

test('follow and json exclude each other', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['run', '--follow', '--json', '--', 'true'])
  expect([code, stderr]).toEqual([
    2,
    'mayday: --follow shows text, and --json prints events. Give one of them.\n',
  ])
})
