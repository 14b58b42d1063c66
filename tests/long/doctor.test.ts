import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { storePath } from '../../src/record/store.ts'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { ADOPT_LEASE } from '../../src/supervision/reconcile.ts'
import { eventually } from '../children.ts'
import { filesOf, freshProject, startWaiting, type TestProject } from '../recorded-runs.ts'

const fail = ['run', '--verify', 'echo "1 failed"; exit 1', '--', 'echo', 'hi']

type Told = { check: string; level: string; says: string; fixed: string | null }

async function findings(
  project: TestProject,
  ...args: readonly string[]
): Promise<{ code: number | null; of: (check: string) => Told | undefined; stderr: string }> {
  const { code, stdout, stderr } = await project.mayday(['doctor', '--json', ...args])
  const told: unknown = JSON.parse(stdout)
  const list = typeof told === 'object' && told !== null && 'findings' in told ? told.findings : []
  const found = Array.isArray(list) ? (list as Told[]) : []
  return { code, stderr, of: (check) => found.find((one) => one.check === check) }
}

function sql(project: TestProject, statement: string): void {
  const db = new DatabaseSync(storePath(project.record))
  db.exec(statement)
  db.close()
}

/** An identity that no live process has. */
const dead = (): string => JSON.stringify({ ...openProcesses().self(), startedAt: '1' })

test('a healthy project passes every check', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  const { code, stdout } = await project.mayday(['doctor'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^✓ Node \d/)
  expect(stdout).toContain('✓ Workers are started by')
  expect(stdout).toContain('✓ The files of all ended runs (1) agree with the database.')
  expect(stdout).not.toContain('✗')
})

test('a project without a record has no problem', async () => {
  await using project = await freshProject()
  const { code, of } = await findings(project)
  expect(code).toBe(0)
  expect(of('record')).toMatchObject({ level: 'fine' })
  expect(existsSync(project.record)).toBe(false)
})

test('known agents are searched on PATH', async () => {
  await using project = await freshProject()
  project.write('claude', '#!/bin/sh\n')
  chmodSync(join(project.root, 'claude'), 0o755)
  const path = `${project.root}:${process.env['PATH'] ?? ''}`
  const { stdout } = await project.mayday(['doctor', '--json'], { PATH: path })
  expect(stdout).toMatch(/Agents on PATH: [^"]*claude/)
})

test('a record open to others is closed', async () => {
  await using project = await freshProject()
  await project.mayday(['init'])
  chmodSync(project.record, 0o755)
  expect((await findings(project)).of('record')).toMatchObject({ level: 'warning', fixed: null })
  expect(statSync(project.record).mode & 0o777).toBe(0o755)
  expect((await findings(project, '--fix')).of('record')?.fixed).toContain('Only its owner')
  expect(statSync(project.record).mode & 0o777).toBe(0o700)
})

test('a damaged database is reported and left alone', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  const path = storePath(project.record)
  writeFileSync(path, Buffer.alloc(8192, 'x'))
  const { code, of } = await findings(project)
  expect(code).toBe(1)
  expect(of('database')).toMatchObject({ level: 'problem', fixed: null })
  expect(readFileSync(path, 'latin1')).toBe('x'.repeat(8192))
  expect(readdirSync(project.record).filter((name) => name.includes('corrupt'))).toEqual([])
})

test('a damaged database is rebuilt from the files', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  writeFileSync(storePath(project.record), Buffer.alloc(8192, 'x'))
  const { code, of, stderr } = await findings(project, '--fix')
  expect(code).toBe(0)
  expect(stderr).toContain('It is kept as')
  expect(of('unrecorded')?.fixed).toBe('1 imported.')
  using store = project.open()
  expect(store.find(1)).toMatchObject({ status: 'failed', command: 'echo hi', title: 'echo hi' })
  expect(store.integrity()).toEqual([])
})

test('a deleted database is restored only with --fix', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  for (const end of ['', '-wal', '-shm']) rmSync(storePath(project.record) + end, { force: true })
  expect((await findings(project)).of('database')).toMatchObject({ level: 'problem' })
  expect(existsSync(storePath(project.record))).toBe(false)
  expect((await findings(project, '--fix')).code).toBe(0)
  expect((await project.mayday(['history'])).stdout).toContain('✗ failed')
})

test('result.json wins over the database', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  const reason = project.folderOf(1).result()?.reason
  sql(project, "UPDATE runs SET reason = 'UNKNOWN'; UPDATE diagnoses SET reason = 'UNKNOWN'")
  expect((await findings(project)).of('different')).toMatchObject({ level: 'problem', fixed: null })
  expect((await findings(project, '--fix')).of('different')?.fixed).toBe('1 of 1 repaired.')
  using store = project.open()
  expect(store.find(1)?.reason).toBe(reason)
  expect((await findings(project)).code).toBe(0)
})

test('a log left with its secrets is masked', async () => {
  await using project = await freshProject()
  const secret = 'hunter2-correct-horse-battery'
  await project.mayday(['run', '--', 'echo', 'hello'])
  const folder = project.folderOf(1)
  writeFileSync(folder.file('env.json'), JSON.stringify({ MY_API_KEY: secret }))
  writeFileSync(folder.log, `it is ${secret}\n`)
  const { code, of } = await findings(project)
  expect(code).toBe(1)
  expect(of('unmasked')?.says).toBe('The log of run 1 may still contain secrets.')
  expect(readFileSync(folder.log, 'utf8')).toContain(secret)
  expect((await findings(project, '--fix')).of('unmasked')?.fixed).toBe('1 masked.')
  expect(readFileSync(folder.log, 'utf8')).toBe(`it is ${'*'.repeat(secret.length)}\n`)
  expect(folder.environment()).toBeNull()
})

test('a live run is only reported', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'one\\n', 'two\\n')
  const { code, of } = await findings(project, '--fix')
  expect(code).toBe(0)
  expect(of('running')?.says).toBe('Run 1 under supervision.')
  project.write('go', '')
  await run.finished
})

test('a run about to end keeps its supervisor', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  const supervisor = JSON.stringify(openProcesses().self())
  sql(
    project,
    `UPDATE runs SET status = 'running', reason = NULL, ended_at = NULL, supervisor = '${supervisor}'`,
  )
  writeFileSync(project.folderOf(1).file('env.json'), '{}')
  const { of } = await findings(project, '--fix')
  expect([of('unmasked'), of('different')]).toEqual([undefined, undefined])
  expect(project.folderOf(1).environment()).toEqual({})
  sql(project, 'UPDATE runs SET supervisor = NULL')
})

test('a run without a supervisor is ended', async () => {
  await using project = await freshProject()
  const run = await startWaiting(project, 'one\\n', 'two\\n')
  await eventually(() => readFileSync(project.folderOf(1).log, 'utf8') === 'one\n', 'a worker at work')
  process.kill(run.pid, 'SIGKILL')
  await run.finished
  const before = filesOf(project)
  expect((await findings(project)).of('orphans')).toMatchObject({ level: 'warning', fixed: null })
  expect(filesOf(project)).toEqual(before)
  expect((await findings(project, '--fix')).of('orphans')?.fixed).toContain('1 under supervision again')
  project.write('go', '')
  await eventually(() => project.folderOf(1).result() !== null, 'the result of the adopted run')
  using store = project.open()
  await eventually(
    () => store.unfinished().length === 0 && store.lease(ADOPT_LEASE) === null,
    'the adopter to go',
  )
})

test('the lease of a dead adopter is released', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'true'])
  {
    using store = project.open()
    store.claimLease(ADOPT_LEASE, null, dead())
  }
  expect((await findings(project)).of('lease')).toMatchObject({ level: 'warning' })
  expect((await findings(project, '--fix')).of('lease')?.fixed).toBe('Released.')
  using store = project.open()
  expect(store.lease(ADOPT_LEASE)).toBeNull()
})

test('a clock that was set back is noticed', async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'true'])
  sql(project, "UPDATE runs SET started_at = '2999-01-01T00:00:00.000Z'")
  expect((await findings(project)).of('clock')).toMatchObject({ level: 'warning' })
})

test('looking changes no file of the project', async () => {
  await using project = await freshProject()
  await project.mayday(fail)
  copyFileSync(project.folderOf(1).file('result.json'), project.folderOf(1).file('env.json'))
  const before = filesOf(project)
  await findings(project)
  expect(filesOf(project)).toEqual(before)
})
