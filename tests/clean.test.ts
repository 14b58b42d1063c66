import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, freshProject, recordOldRun, startWaiting, type TestProject } from './recorded-runs.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)

const isThere = (project: TestProject, run: number): boolean => existsSync(project.folderOf(run).log)

test('a dry run lists and removes nothing', async () => {
  await using project = await freshProject()
  const old = recordOldRun(project, { endedAt: ago(24 * 40), bytes: 5000 })
  const before = filesOf(project)
  const { code, stdout } = await project.mayday(['clean', '--dry-run'])
  expect(code).toBe(0)
  expect(stdout).toContain('too old')
  expect(stdout).toContain('1 run folder would be removed')
  expect(filesOf(project)).toEqual(before)
  expect(isThere(project, old)).toBe(true)
})

test('old files are removed and the record stays', async () => {
  await using project = await freshProject()
  const old = recordOldRun(project, { endedAt: ago(24 * 40), bytes: 10 })
  const young = recordOldRun(project, { endedAt: ago(24 * 20), bytes: 10 })
  const { stdout } = await project.mayday(['clean', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'mayday.clean/1',
    dryRun: false,
    removed: [{ run: old, why: 'age' }],
    kept: { folders: 1 },
    forgotten: null,
  })
  expect([isThere(project, old), isThere(project, young)]).toEqual([false, true])
  expect((await project.mayday(['show', `${old}`])).code).toBe(0)
})

test('the oldest are removed until the rest fits', async () => {
  await using project = await freshProject()
  const [oldest, middle, newest] = [9, 6, 3].map((hours) =>
    recordOldRun(project, { endedAt: ago(hours), bytes: 10_000 }),
  )
  const fresh = recordOldRun(project, { endedAt: ago(0.5), bytes: 50_000 })
  const { stdout } = await project.mayday(['clean', '--keep-bytes', '75k', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ removed: [{ run: oldest, why: 'size' }], keepBytes: 76_800 })
  const again = await project.mayday(['clean', '--keep-bytes', '1k', '--json'])
  expect(JSON.parse(again.stdout)).toMatchObject({ removed: [{ run: middle }, { run: newest }] })
  expect(isThere(project, fresh)).toBe(true)
})

test('a live run is never cleaned', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'one\\n', 'two\\n')
  const { stdout } = await project.mayday(['clean', '--older-than', '0s', '--keep-bytes', '1'])
  expect(stdout).toContain('No run folder to remove')
  project.write('go', '')
  await run.finished
  expect((await project.mayday(['logs', '1'])).stdout).toBe('one\ntwo\n')
})

test('forgetting removes runs from the history', async () => {
  await using project = await freshProject()
  const gone = recordOldRun(project, { endedAt: ago(24 * 50), bytes: 10 })
  await project.mayday(['clean'])
  const old = recordOldRun(project, { endedAt: ago(24 * 40), bytes: 10 })
  const young = recordOldRun(project, { endedAt: ago(24), bytes: 10 })
  const planned = await project.mayday(['clean', '--forget', '--dry-run'])
  expect(planned.stdout).toContain('2 runs would be forgotten')
  const { stdout } = await project.mayday(['clean', '--forget', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ removed: [{ run: old }], forgotten: 2 })
  using store = project.open()
  expect([gone, old, young].map((run) => store.find(run) !== null)).toEqual([false, false, true])
  expect(store.integrity()).toEqual([])
})

test('unknown folders stay unless requested', async () => {
  await using project = await freshProject()
  recordOldRun(project, { endedAt: ago(24), bytes: 10 })
  const folder = join(project.record, 'logs/20260101/019b7000-0000-7000-8000-000000000000')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'worker.log'), 'x')
  for (const path of [join(folder, 'worker.log'), folder]) utimesSync(path, ago(900), ago(900))
  expect((await project.mayday(['clean'])).stdout).toContain('mayday clean --orphans')
  expect(existsSync(folder)).toBe(true)
  const { stdout } = await project.mayday(['clean', '--orphans', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ removed: [{ run: null, why: 'orphan' }] })
  expect(existsSync(folder)).toBe(false)
})

test('runs that can be imported are no orphans', async () => {
  await using project = await freshProject()
  const run = recordOldRun(project, { endedAt: ago(48), bytes: 10 })
  const folder = project.folderOf(run)
  const runId = basename(folder.path)
  const result = folder.file('result.json')
  for (const path of [folder.log, result, folder.path]) utimesSync(path, ago(48), ago(48))
  {
    using store = project.open()
    store.forget([runId])
  }
  const { code, stderr } = await project.mayday(['clean', '--orphans', '--older-than', '1h'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('First: mayday recover') })
  expect(existsSync(result)).toBe(true)
  expect((await project.mayday(['recover'])).code).toBe(0)
  using store = project.open()
  expect(store.find(runId)?.status).toBe('succeeded')
})

test('leftovers of crashes are removed', async () => {
  await using project = await freshProject()
  const run = recordOldRun(project, { endedAt: ago(24 * 40), bytes: 10 })
  const stays = recordOldRun(project, { endedAt: ago(24 * 2), bytes: 10 })
  const torn = project.folderOf(stays).file('result.json.123.tmp')
  const fresh = project.folderOf(stays).file('result.json.124.tmp')
  for (const path of [torn, fresh]) writeFileSync(path, '{')
  utimesSync(torn, ago(25), ago(25))
  const day = join(project.folderOf(run).path, '..')
  const { stdout } = await project.mayday(['clean'])
  expect(stdout).toContain('removed.')
  expect([torn, fresh, day].map((path) => existsSync(path))).toEqual([false, true, false])
})

test('an empty record has nothing to clean', async () => {
  await using project = await freshProject()
  const { code, stdout } = await project.mayday(['clean'])
  expect(code).toBe(0)
  expect(stdout).toContain('No runs are recorded here')
  expect(existsSync(project.record)).toBe(false)
})

test('an invalid size is a clear error', async () => {
  await using project = await freshProject()
  const { code, stderr } = await project.mayday(['clean', '--keep-bytes', 'lots'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    "mayday: --keep-bytes needs a size like 512m or 2g, not 'lots'. See: mayday clean --help\n",
  )
})
