/**
 * The attacker, or a bad disk, gets what was recorded lost or a command hung: the record is damaged or strange. Each
 * state has its sentence or works, and `mayday recover` brings back what the run folders know.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '../../src/record/sqlite/open-database.ts'
import type { Finished } from '../run-mayday.ts'
import { testProject, type TestProject } from '../running-mayday.ts'
import { orAll } from '../soak/size.ts'
import { outside } from './outside.ts'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

type Recorded = TestProject & { readonly database: string }

/** Recorded once; each test gets it whole. */
let shared: TestProject
let whole: string

/** Three failed runs, a correction of the first, and a task that never ran. */
beforeAll(async () => {
  shared = await testProject()
  for (const code of [1, 2, 3]) await shared.mayday(['run', '--', 'sh', '-c', `exit ${code}`])
  await shared.mayday(['correct', '1', '--reason', 'TESTS_FAILED', '--note', 'seen'])
  await shared.mayday(['add', 'Later', '--', 'true'])
  whole = `${shared.record}.whole`
  cpSync(shared.record, whole, { recursive: true, preserveTimestamps: true })
})

afterAll(async () => {
  rmSync(whole, { recursive: true, force: true })
  await shared[Symbol.asyncDispose]()
})

function recorded(): Recorded {
  rmSync(shared.record, { recursive: true, force: true })
  cpSync(whole, shared.record, { recursive: true, preserveTimestamps: true })
  return { ...shared, database: shared.inRecord('mayday.db') }
}

function sql({ database }: Recorded, text: string): void {
  using db = new DatabaseSync(database)
  db.exec(text)
}

const removeAll = ({ database }: Recorded): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true, recursive: true })
}

const setAside = ({ record }: Recorded): readonly string[] =>
  readdirSync(record).filter((name) => /^mayday\.db\.corrupt-[\dTZ]+(?:-\d+)?$/.test(name))

/** The one sentence with which a command refused. */
function sentence({ code, stdout, stderr }: Finished): string {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^mayday: [^\n]+\n$/)
  return stderr.slice('mayday: '.length, -1)
}

type History = { readonly runs: readonly { readonly run: number; readonly exitCode: number }[] }

async function codesIn(project: TestProject): Promise<readonly number[]> {
  const { code, stdout } = await project.mayday(['history', '--json'])
  expect(code).toBe(0)
  const { runs } = JSON.parse(stdout) as History
  return runs.map(({ exitCode }) => exitCode).toSorted((a, b) => a - b)
}

const COMMANDS = [['history'], ['status'], ['show', '1'], ['logs', '1'], ['add', 'More', '--', 'true']]

/** One that reads and one that writes. All commands open the record in one place. */
const SOME_COMMANDS = orAll([['history'], ['add', 'More', '--', 'true']], COMMANDS)

const emptied: (project: Recorded) => void = (project) => {
  removeAll(project)
  writeFileSync(project.database, '')
}

const noDatabase: (project: Recorded) => void = (project) => {
  removeAll(project)
  writeFileSync(project.database, 'precious, but no database'.repeat(100))
}

/** How it was damaged, what the sentence says, and how many rows of the old file can be used. */
const damages: readonly (readonly [string, (project: Recorded) => void, string, 'all' | 'none'])[] = [
  ['an emptied database', emptied, 'it is empty', 'none'],
  ['a file that is no database', noDatabase, 'it is not a SQLite database', 'none'],
  ['a database cut off', (p) => truncateSync(p.database, 50), 'only 50 bytes are left', 'none'],
  ['version 0', (p) => sql(p, 'PRAGMA user_version = 0'), 'its schema version is 0', 'all'],
  ['version -1', (p) => sql(p, 'PRAGMA user_version = -1'), 'its schema version is -1', 'all'],
  ['version 1', (p) => sql(p, 'PRAGMA user_version = 1'), 'not those of schema version 1', 'all'],
  ['a dropped table', (p) => sql(p, 'DROP TABLE gates'), 'it has no table gates', 'all'],
]

test.each(damages)('%s is refused, kept and rebuilt', async (_title, damage, says, salvaged) => {
  const project = recorded()
  damage(project)
  const bytes = readFileSync(project.database)
  for (const args of SOME_COMMANDS) expect(sentence(await project.mayday(args))).toContain(says)
  expect(sentence(await project.mayday(['history']))).toContain('mayday recover')
  expect(readFileSync(project.database).equals(bytes)).toBe(true)
  const { code, stderr } = await project.mayday(['recover'])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^mayday: The database \S+ was damaged: [^\n]+ It is kept as [^\n]+\n$/)
  const [kept = '', ...more] = setAside(project)
  expect(more).toEqual([])
  expect(readFileSync(project.inRecord(kept)).equals(bytes)).toBe(true)
  expect(await codesIn(project)).toEqual([1, 2, 3])
  const shown = (await project.mayday(['show', '1'])).stdout
  expect(shown).toContain('seen')
  expect((await project.mayday(['tasks'])).stdout.includes('Later')).toBe(salvaged === 'all')
  expect(await project.mayday(['history'])).toMatchObject({ code: 0, stderr: '' })
})

test('doctor --fix rebuilds an emptied database too', async () => {
  const project = recorded()
  emptied(project)
  expect((await project.mayday(['doctor', '--json'])).stdout).toContain('is damaged: it is empty')
  expect(statSync(project.database).size).toBe(0)
  await project.mayday(['doctor', '--fix'])
  expect(setAside(project)).toHaveLength(1)
  expect(await codesIn(project)).toEqual([1, 2, 3])
})

test('a lost database is reported, not replaced', async () => {
  const project = recorded()
  removeAll(project)
  for (const args of COMMANDS)
    expect(sentence(await project.mayday(args))).toMatch(
      /is missing, but 3 run folders exist\. .*mayday recover$/,
    )
  const { code, stderr } = await project.mayday(['recover'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('not rebuilt: tasks that never ran')])
  expect(await codesIn(project)).toEqual([1, 2, 3])
})

test('the journal of a lost database stays out', async () => {
  const project = recorded()
  const holder = new DatabaseSync(project.database)
  holder.exec("INSERT INTO settings VALUES ('old', 'row')")
  const log = readFileSync(`${project.database}-wal`)
  holder.close()
  removeAll(project)
  rmSync(project.inRecord('logs'), { recursive: true })
  writeFileSync(`${project.database}-wal`, log)
  expect(await project.mayday(['add', 'New', '--', 'true'])).toMatchObject({ code: 0, stderr: '' })
  using db = new DatabaseSync(project.database)
  expect(db.prepare("SELECT 1 FROM settings WHERE name = 'old'").get()).toBeUndefined()
  expect(readdirSync(project.record).some((name) => /corrupt-.*-wal$/.test(name))).toBe(true)
})

test('what was set aside is not set aside over', async () => {
  const project = recorded()
  for (let n = 1; n <= 3; n += 1) {
    noDatabase(project)
    await project.mayday(['recover'])
  }
  expect(setAside(project)).toHaveLength(3)
})

test('a newer database is left alone', async () => {
  const project = recorded()
  sql(project, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
  for (const args of [...SOME_COMMANDS, ['recover']])
    expect(sentence(await project.mayday(args))).toContain('Update Mayday')
  expect(setAside(project)).toEqual([])
})

const strangers: readonly (readonly [string, (path: string) => void])[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => void execFileSync('mkfifo', [path])],
  ['a link', (path) => symlinkSync('/nonexistent/mayday.db', path)],
]

test.each(strangers)('%s as the database is named', async (what, make) => {
  const project = recorded()
  removeAll(project)
  make(project.database)
  for (const args of [...SOME_COMMANDS, ['recover'], ['doctor', '--fix', '--json']]) {
    const { code, stdout, stderr } = await project.mayday(args)
    expect(stdout + stderr).toContain(`mayday.db is ${what}, and Mayday expects a regular file.`)
    expect([1, 2]).toContain(code)
  }
  expect(lstatSync(project.database).isFile()).toBe(false)
})

test('a link to another database is not opened', async () => {
  const project = recorded()
  using victim = outside()
  renameSync(project.database, victim.file('other.db'))
  const before = victim.state()
  symlinkSync(victim.file('other.db'), project.database)
  for (const args of SOME_COMMANDS) expect(sentence(await project.mayday(args))).toContain('is a link')
  expect(victim.state()).toEqual(before)
})

test.each(strangers)('%s as a file of a run hangs nothing', async (_what, make) => {
  const project = recorded()
  const [folder = ''] = project.folders()
  for (const name of ['run.json', 'result.json', 'events.jsonl', 'worker.log', 'tree.json']) {
    rmSync(join(folder, name), { force: true })
    make(join(folder, name))
  }
  for (const args of [
    ['history'],
    ['status'],
    ['show', '1'],
    ['logs', '1'],
    ['recover'],
    ['doctor', '--fix'],
  ]) {
    const { stderr } = await project.mayday(args)
    expect(stderr).not.toContain('unexpected error')
  }
  expect(await codesIn(project)).toEqual([1, 2, 3])
})

const badRows: readonly (readonly [string, string, string])[] = [
  [
    'a status',
    "PRAGMA ignore_check_constraints = 1; UPDATE runs SET status = 'exploded' WHERE number = 2",
    'exploded',
  ],
  ['a verdict', "UPDATE diagnoses SET diagnosis = '{' WHERE run = 2", 'JSON'],
  ['an empty verdict', "UPDATE diagnoses SET diagnosis = '{}' WHERE run = 2", 'its diagnosis.reason: '],
  ['a list', "UPDATE runs SET changed_files = '42' WHERE number = 2", 'its changedFiles: '],
  [
    'a stage',
    'UPDATE runs SET stages = replace(stages, \'"from":\', \'"from":9\') WHERE number = 2',
    'stages',
  ],
  ['an instant', "UPDATE runs SET started_at = 'soon' WHERE number = 2", 'instant'],
]

test.each(badRows)('%s that makes no sense costs one row', async (_what, change, why) => {
  const project = recorded()
  sql(project, change)
  const { code, stdout, stderr } = await project.mayday(['history', '--json'])
  expect([code, (JSON.parse(stdout) as History).runs.map(({ run }) => run)]).toEqual([0, [3, 1]])
  expect(stderr).toMatch(
    /^mayday: Left out: row 2 of runs in \S+ cannot be read \(.*\)\. [^\n]*mayday recover\n$/,
  )
  expect(sentence(await project.mayday(['show', '2']))).toContain(why)
  expect((await project.mayday(['show', '1'])).code).toBe(0)
  expect((await project.mayday(['recover'])).code).toBe(0)
  expect(await codesIn(project)).toEqual([1, 2, 3])
  expect((await project.mayday(['show', '1'])).stdout).toContain('seen')
})

test('a task that makes no sense costs one row', async () => {
  const project = recorded()
  await project.mayday(['add', 'Good', '--', 'true'])
  sql(project, "UPDATE tasks SET limits = 'none' WHERE title = 'Later'")
  const { code, stdout, stderr } = await project.mayday(['tasks'])
  expect([code, stdout.includes('Good'), stdout.includes('Later')]).toEqual([0, true, false])
  expect(stderr).toContain('Left out: row 4 of tasks')
  expect((await project.mayday(['status'])).code).toBe(0)
})

test('a number no run can have is damage', async () => {
  const project = recorded()
  sql(project, 'UPDATE runs SET duration_ms = 9000000000000000000 WHERE number = 2')
  expect(sentence(await project.mayday(['history']))).toContain('is damaged')
  expect((await project.mayday(['recover'])).code).toBe(0)
  expect(await codesIn(project)).toEqual([1, 2, 3])
})

/** Words that start a command with the record mounted read-only, in a mount namespace of its own. Root needs them. */
const READ_ONLY = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"',
  'sh',
]

const isRoot = process.getuid?.() === 0
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0

/** The command where nothing can be written into the record. */
async function frozen(project: Recorded, args: readonly string[]): Promise<Finished> {
  const [program = '', ...words] = isRoot ? [...READ_ONLY, project.record] : []
  const command = [process.execPath, bin, ...args]
  const [name = '', ...rest] = isRoot ? [program, ...words, ...command] : command
  const child = spawn(name, rest, {
    cwd: project.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent' },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Takes away the right to write, which root does not need. */
function freeze(project: Recorded): Disposable & { readonly ask: (...args: string[]) => Promise<Finished> } {
  const names = readdirSync(project.record, { recursive: true, encoding: 'utf8' })
  const paths = [project.record, ...names.map((name) => project.inRecord(name))]
  const modes = paths.map((path) => [path, statSync(path).mode & 0o777] as const)
  if (!isRoot) for (const [path, mode] of modes.toReversed()) chmodSync(path, mode & 0o500)
  return {
    ask: (...args) => frozen(project, args),
    [Symbol.dispose]: () => {
      if (!isRoot) for (const [path, mode] of modes) chmodSync(path, mode)
    },
  }
}

test.skipIf(isRoot && !canMount).each(['checkpointed', 'with a log'])(
  'a record that is read-only is read, %s',
  async (how) => {
    const project = recorded()
    using holder = new DatabaseSync(project.database)
    if (how === 'with a log') holder.exec("INSERT INTO settings VALUES ('held', 'open')")
    else for (const end of ['-wal', '-shm']) rmSync(project.database + end, { force: true })
    using ice = freeze(project)
    const { code, stdout, stderr } = await ice.ask('history')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('so it is only read') })
    expect(stdout.match(/failed/g)).toHaveLength(3)
    expect((await ice.ask('show', '1')).code).toBe(0)
    const refused = await ice.ask('add', 'More', '--', 'true')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot be written')])
    expect((await ice.ask('recover')).stderr).toMatch(/cannot be written/)
  },
)

test('a folder that is gone is said in one sentence', async () => {
  await using project = await testProject()
  mkdirSync(project.file('gone'))
  const script = `cd gone && rmdir ../gone && exec "${process.execPath}" "${bin}" history`
  const child = spawn('sh', ['-c', script], { cwd: project.path, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, said]).toEqual([
    2,
    'mayday: The working directory does not exist any more. Change to one that does, e.g.: cd ~\n',
  ])
})

test('a fresh project has nothing to recover', async () => {
  await using project = await testProject()
  expect(await project.mayday(['history'])).toMatchObject({ code: 0, stderr: '' })
  expect(await project.mayday(['recover'])).toMatchObject({ code: 0, stderr: '' })
  expect(await project.mayday(['add', 'First', '--', 'true'])).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(project.record).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a run continues over a damaged database', async () => {
  const project = recorded()
  const script = 'while [ ! -e go ]; do sleep 0.05; done; exit 9'
  const going = project.start(['run', '--', 'sh', '-c', script])
  await expect.poll(going.printed, { timeout: 30_000 }).toContain('agent_run started')
  const bytes = readFileSync(project.database)
  for (const end of ['-wal', '-shm']) unlinkSync(project.database + end)
  writeFileSync(project.database, bytes.fill(0x5a, 4096))
  writeFileSync(project.file('go'), '')
  expect((await going.finished).code).toBe(1)
  await project.mayday(['recover'])
  expect(await codesIn(project)).toEqual([1, 2, 3, 9])
})
