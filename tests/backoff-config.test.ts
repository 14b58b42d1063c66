import { expect, test } from 'vitest'
import { cardProject, LOCKS } from './card-project.ts'

test('a project configures its own pauses', async () => {
  await using project = await cardProject()
  project.write('mayday.yaml', 'schedule:\n  backoff: [3h, 5h]\n')
  await project.say('enqueue', LOCKS, '--', './fails.sh')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  const { tasks } = JSON.parse(await project.say('tasks', '--json'))
  const { runs } = JSON.parse(await project.say('history', '--json'))
  const pauseMs = Date.parse(tasks[0].waitUntil) - Date.parse(runs[0].endedAt)
  expect(pauseMs).toBeGreaterThan(2.6 * 3_600_000)
  expect(await project.say('config')).toContain('[3h, 5h]')
})

test.each(['[]', '[30s, 0s]', '[1m, soon]', '[1s, 1s, 1s, 1s, 1s, 1s]', '[2d]', 'true'])(
  'pauses of %s are refused',
  async (value) => {
    await using project = await cardProject()
    project.write('mayday.yaml', `schedule:\n  backoff: ${value}\n`)
    expect(await project.refusal('config')).toMatch(
      /mayday\.yaml:2.*backoff.*one to 5 durations from 1s to 1d like \[30s, 1m, 5m\]/,
    )
  },
)
