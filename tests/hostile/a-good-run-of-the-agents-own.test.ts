/** An agent can write into the events of its run, which name the good runs that it is compared with. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../task-repository.ts'

const FORGED = ['logs/../planted', '../planted', '/planted', 'logs/20260101/../../planted']

test.each(FORGED)('a log at %s is never read as a good one', async (logPath) => {
  await using project = await repository()
  await project.mayday(['run', '--', 'sh', '-c', 'echo "Error: slot 9 is taken"; echo Stop; exit 3'])
  mkdirSync(project.inRecord('planted'))
  writeFileSync(join(project.inRecord('planted'), 'worker.log'), 'Stop\n')
  const planted = { run: 7, logPath, from: 0, to: 5 }
  const event = { at: new Date().toISOString(), event: 'stage:compared', stage: 'agent_run', with: [planted] }
  const [folder = ''] = project.folders()
  appendFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(event)}\n`)
  const { stdout } = await project.mayday(['explain', folder, '--json'])
  expect(stdout).toContain('slot 9')
  expect(stdout).not.toContain('newSince')
})
