/** What Mayday reports about work, compared with its real state. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleIntent } from '../examples/records.ts'
import { git, inStore, repository } from '../task-repository.ts'
import { testProject, until } from '../running-mayday.ts'

test('a live plain run counts as work', async () => {
  await using project = await testProject()
  const run = project.start(['run', '--', 'sh', '-c', 'echo ready; until [ -e go ]; do sleep 0.05; done'])
  await until('the run', () => project.log().includes('ready'))
  const { stdout } = await project.mayday(['status'])
  const json = JSON.parse((await project.mayday(['status', '--json'])).stdout)
  writeFileSync(project.file('go'), '')
  await run.finished
  expect(stdout).toMatch(/^1 plain run continues\.\n/)
  expect(stdout).toContain('● running')
  expect(json.plain).toMatchObject([{ run: 1, status: 'running' }])
  expect((await project.mayday(['status'])).stdout).toMatch(/^Nothing to do\.\n/)
})

test('a rollback without verify is not called broken', async () => {
  await using project = await repository()
  writeFileSync(project.file('work'), 'before')
  git(project, 'add', 'work')
  git(project, 'commit', '--quiet', '--message=work')
  const breaks = 'echo after > work; echo "[MAYDAY_FAILURE:BROKEN_BUILD]"; exit 1'
  await project.mayday(['add', 'Break it', '--', 'sh', '-c', breaks])
  const { code } = await project.mayday(['run', '--task', '1'])
  expect(code).toBe(3)
  const { stdout } = await project.mayday(['escalations'])
  expect(stdout).toContain('no verify command')
  expect(stdout).not.toContain('broken at the start')
  expect(readFileSync(project.file('work'), 'utf8')).toBe('after\n')
})

test('leftovers of a killed restore are removed', async () => {
  await using project = await repository()
  const made = 'echo one > made; echo "[MAYDAY_FAILURE:CONTEXT_EXHAUSTED]"; exit 1'
  await project.mayday(['add', 'Make it', '--', 'sh', '-c', made])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  const scratch = project.file('.git/mayday')
  const left = (): readonly string[] => (existsSync(scratch) ? readdirSync(scratch) : [])
  expect(left()).toEqual([])
  const bin = project.file('bin')
  mkdirSync(bin)
  const path = process.env['PATH'] ?? ''
  const kills = `case " $* " in *" write-tree "*) kill -9 $PPID ;; esac`
  writeFileSync(`${bin}/git`, `#!/bin/sh\n${kills}\nPATH='${path}' exec git "$@"\n`, { mode: 0o755 })
  await project.mayday(['restore', '1', '--yes'], { PATH: `${bin}:${path}` })
  expect(left()).toHaveLength(1)
  await project.mayday(['restore', '1', '--yes'])
  expect(left()).toEqual([])
})

test('a run that left nothing has no duration', async () => {
  await using project = await repository()
  await project.mayday(['run', '--', 'true'])
  inStore(project, (store) => store.begin(exampleIntent()))
  await project.mayday(['recover'])
  const { stdout } = await project.mayday(['show', '2'])
  expect(stdout).toContain('Mayday ended before the worker was started')
  expect(stdout).not.toContain('took')
  for (const command of ['history', 'status'])
    expect((await project.mayday([command])).stdout).not.toMatch(/\b0 ms\b/)
})
