/** The commands that Mayday suggests work as they are printed. */
import { expect, test } from 'vitest'
import { cardProject, LOCKS, type CardProject } from '../card-project.ts'

const ask = (project: CardProject, ...args: string[]): ReturnType<CardProject['mayday']> =>
  project.mayday(args, { MAYDAY_DIR: '' })

/** The retry command that `show` suggests. */
const offered = async (project: CardProject, run: string): Promise<readonly string[] | null> => {
  const line = /^ {2}mayday (.*?) {2,}try it again$/m.exec(await project.say('show', run))?.[1]
  return line?.split(' ') ?? null
}

test('a plain run is retried unchanged', async () => {
  await using project = await cardProject()
  await ask(project, 'run', '--', './fails.sh')
  const again = await offered(project, '1')
  expect(again).toEqual(['run', '--task', '1', '--', './fails.sh'])
  await ask(project, ...(again ?? []))
  expect(JSON.parse(await project.say('history', '--json'))).toMatchObject({
    runs: [{ task: 1, attempt: 2 }, { attempt: 1 }],
  })
})

test("a task's run is retried", async () => {
  await using project = await cardProject()
  await project.say('add', 'Fail', '--', './fails.sh')
  await ask(project, 'run', '--task', '1', '--no-wait')
  const runs = JSON.parse(await project.say('history', '--json')).runs.length
  const again = await offered(project, String(runs))
  expect(again).toEqual(['retry', String(runs)])
  expect(await project.say(...(again ?? []), '--queue')).toContain('is queued again')
  expect(await offered(project, String(runs))).toBeNull()
})

test("a card's run is retried", async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', './fails.sh')
  await ask(project, 'work', '--once')
  const again = await offered(project, '1')
  expect(again).toEqual(['retry', '1'])
  expect(await project.say(...(again ?? []), '--queue')).toContain(`${LOCKS} is queued again`)
})

test('a closed escalation leaves no escalated task', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', '/no/such/agent')
  await ask(project, 'work', '--once')
  expect(await project.say('tasks')).toContain('▲ escalated')
  expect(await project.say('ack', '1', '--close')).toBe(
    'Escalation 1 is closed.\nTask 1 is failed. Try it again: mayday retry 1\n',
  )
  expect(await project.say('tasks')).toContain('✗ failed')
  expect(await project.say('retry', '1', '--queue')).toContain('is queued again')
})

test('a stated cause is not called nothing', async () => {
  await using project = await cardProject()
  const { stdout } = await ask(project, 'run', '--', 'sh', '-c', 'echo "FAILURE_REASON: db is down"; exit 1')
  const shown = await project.say('show', '1')
  for (const text of [stdout, shown]) expect(text).not.toContain('nothing it left behind')
  expect(shown).toContain('Only the agent says why')
  expect(shown).toContain('db is down')
})
