import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { canceled, exampleIntent, exampleResult, succeeded } from './examples/records.ts'
import { projectAt } from '../src/record/project.ts'
import { prepareRecordFolder } from '../src/record/record-folder.ts'
import type { RunIntent } from '../src/record/run.ts'
import type { RunResult } from '../src/record/run-result.ts'
import { Store } from '../src/record/store.ts'
import { freshFolder, mayday, type Finished } from './run-mayday.ts'

type Here = {
  readonly path: string
  readonly record: string
  readonly inRecord: (name: string) => string
  readonly ask: (...args: string[]) => Promise<Finished>
} & AsyncDisposable

/** A fresh project. The times are years ago, so that each is shown as a date. */
async function project(): Promise<Here> {
  const folder = await freshFolder()
  mkdirSync(folder.file('.git'))
  return {
    ...folder,
    ask: (...args) => mayday(args, { cwd: folder.path, env: { TZ: 'UTC', MAYDAY_DIR: '' } }),
  }
}

function record(path: string, more: Partial<RunResult> = {}, intended: Partial<RunIntent> = {}): void {
  using store = Store.open(projectAt(path, process.env).record)
  const intent = exampleIntent({ startedAt: '2024-11-03T10:00:00.000Z', ...intended })
  store.finish(exampleResult(intent, store.begin(intent), { endedAt: '2024-11-03T10:12:03.000Z', ...more }))
}

const said = (finished: Finished): string => {
  expect(finished).toMatchObject({ code: 0, stderr: '' })
  return finished.stdout
}

test('history shows each run in one line', async () => {
  await using here = await project()
  record(here.path)
  record(
    here.path,
    { ...succeeded, agent: 'codex', costUsd: null, turns: 1 },
    { title: 'Tidy\nup\u001B[31m' },
  )
  record(here.path, { reason: 'UNKNOWN' })
  record(here.path, { ...canceled, durationMs: 900 })
  expect(said(await here.ask('history'))).toMatchInlineSnapshot(`
    "4  ○ canceled            3 Nov 2024 10:00   900 ms  claude  Fix the login test
    3  ✗ failed              3 Nov 2024 10:00  12m 03s  claude  Fix the login test
    2  ✓ succeeded           3 Nov 2024 10:00  12m 03s  codex   Tidy up
    1  ✗ failed (MAX_TURNS)  3 Nov 2024 10:00  12m 03s  claude  Fix the login test

    why: mayday show 3
    "
  `)
})

test('history says what to type when empty', async () => {
  await using here = await project()
  expect(said(await here.ask('history'))).toBe(
    `No runs are recorded here (${here.path}).\nStart one: mayday run -- COMMAND. Or import some: mayday import gza PATH\n`,
  )
  expect(JSON.parse(said(await here.ask('history', '--json')))).toEqual({
    format: 'mayday.history/3',
    dialect: null,
    runs: [],
    next: null,
    counts: null,
  })
  expect(existsSync(here.record)).toBe(false)
})

test('history offers more only where there is more', async () => {
  await using here = await project()
  record(here.path)
  record(here.path)
  expect(said(await here.ask('history', '--limit', '2'))).not.toContain('more with --limit')
  expect(said(await here.ask('history', '--limit', '1'))).toContain('the newest 1; more with --limit 5')
})

test('history filters and uses a dialect', async () => {
  await using here = await project()
  record(here.path, { reason: 'TESTS_FAILED' })
  record(here.path, { reason: 'STALLED' })
  expect(said(await here.ask('history', '--reason', 'tests_failed', '--dialect', 'gza'))).toMatch(
    /^1 {2}✗ failed \(TEST_FAILURE\) /,
  )
  expect(said(await here.ask('history', '--reason', 'STALLED', '--dialect', 'gza'))).toMatch(
    /^2 {2}✗ failed {2,}\d/,
  )
  expect(said(await here.ask('history', '--since', '7d'))).toBe(
    'No run in that time.\nSee all: mayday history\n',
  )
})

test('show prints everything about one run', async () => {
  await using here = await project()
  record(here.path)
  const shown = said(await here.ask('show', '1')).replaceAll(/^.*docs\/reasons/gm, '  docs/reasons')
  expect(shown.replaceAll(here.record, 'RECORD')).toMatchInlineSnapshot(`
    "Run 1  ✗ failed (MAX_TURNS)
    Fix the login test
    claude · flow run · attempt 1 at task 1 · branch fix-login

    ✗ MAX_TURNS
    The agent hit its turn limit before it was done.
    claude · stage agent_run · exit code 1 · 30 turns · $1.24 · high confidence

    Evidence
      RECORD/logs/20261103/x/worker.log:812
        Bash: npm test
      › "subtype":"error_max_turns"

    Failing
      tests/login.test.ts

    Why not
      TESTS_FAILED: a typed field is stronger

    Next
      resume the session.
      docs/reasons/MAX_TURNS.md

    Stages
      agent_run  11m 54s  exit code 1 (MAX_TURNS)  claude -p "fix the login test"

    Facts
      started   Sun 3 Nov 2024, 10:00:00
      took      12m 03s, until Sun 3 Nov 2024, 10:12:03
      used      30 turns · $1.24 · 120,400 tokens
      bytes     11.8 MiB read · 4.22 KiB written
      changed   2 files: src/login.ts, tests/login.test.ts
      verify    ✗ failed (TESTS_FAILED, exit code 1) after 8.1 s: npm test
      command   claude -p "fix the login test"
      session   session-1
      model     claude-sonnet
      folder    /project (removed)
      log       RECORD/logs/20261103/x/worker.log

    Commands
      mayday logs 1                                          read what it printed
      mayday run --task 1 -- claude -p "fix the login test"  try it again
      mayday correct 1 --reason REASON                       if the reason is wrong
    "
  `)
})

test('a mistake in mayday.yaml hides no run', async () => {
  await using here = await project()
  record(here.path)
  writeFileSync(join(here.path, 'mayday.yaml'), 'version: 1\nlimitz: 3\n')
  const { code, stdout, stderr } = await here.ask('show', '1')
  expect({ code, run: stdout.split('\n')[0] }).toEqual({ code: 0, run: 'Run 1  ✗ failed (MAX_TURNS)' })
  expect(stderr).toMatch(/mayday\.yaml:2.*The defaults are used\.\n$/)
})

test('an unknown run is one sentence and exit 2', async () => {
  await using here = await project()
  const none = await here.ask('show', '7')
  expect(none).toMatchObject({ code: 2, stdout: '' })
  expect(none.stderr).toBe(
    'mayday: There is no run 7: no runs are recorded here. Start one: mayday run -- COMMAND\n',
  )
  record(here.path)
  expect((await here.ask('show', '7')).stderr).toBe(
    'mayday: There is no run 7. The newest is 1. See: mayday history\n',
  )
  expect((await here.ask('show')).stderr).toBe(
    'mayday: show needs the number of one run. See: mayday history\n',
  )
})

test('a correction shows everywhere and is kept', async () => {
  await using here = await project()
  record(here.path)
  expect(said(await here.ask('correct', '1', '--reason', 'out_of_memory', '--note', 'dmesg shows it'))).toBe(
    "Run 1: MAX_TURNS is now OUT_OF_MEMORY. The classifier's verdict is kept: mayday show 1\n",
  )
  expect(said(await here.ask('history'))).toContain('1  ✗ failed (OUT_OF_MEMORY) ✎')
  expect(said(await here.ask('show', '1'))).toMatch(
    /✎ Corrected by a person\n {2}OUT_OF_MEMORY: dmesg shows it \(.*\)\n {2}The classifier said: MAX_TURNS\n/,
  )
  said(await here.ask('correct', '1', '--reason', 'none'))
  expect(said(await here.ask('history', '--status', 'succeeded'))).toMatch(/^1 {2}✓ succeeded ✎/)
  const { run, corrections } = JSON.parse(said(await here.ask('show', '1', '--json')))
  expect(run).toMatchObject({
    status: 'failed',
    reason: 'MAX_TURNS',
    statusThatCounts: 'succeeded',
    reasonThatCounts: null,
  })
  expect(corrections.map((one: { reason: string }) => one.reason)).toEqual(['OUT_OF_MEMORY', null])
})

test('a wrong correction is a clear error', async () => {
  await using here = await project()
  record(here.path)
  for (const [args, sentence] of [
    [['1'], 'correct needs the reason that was right.'],
    [['1', '--reason', 'NONSENSE'], "Unknown reason 'NONSENSE'. Known: LAUNCH_REJECTED,"],
    [['9', '--reason', 'TIMEOUT'], 'There is no run 9. The newest is 1.'],
  ] as const) {
    const { code, stderr } = await here.ask('correct', ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`mayday: ${sentence}`)])
  }
})

test('stats draw failures by reason, class, agent, week', async () => {
  await using here = await project()
  record(here.path)
  record(here.path, { reason: 'UNKNOWN', agent: 'codex' }, { startedAt: '2024-11-12T10:00:00.000Z' })
  record(here.path, { reason: 'MAX_TURNS', agent: 'codex' })
  record(here.path, succeeded)
  expect(said(await here.ask('stats'))).toMatchInlineSnapshot(`
    "4 runs
    ✓ 1 succeeded (25 %)  ✗ 3 failed
    48m 12s in all · $4.96 · 33 % of the failures are UNKNOWN

    Failures by reason
      MAX_TURNS  ██████████████████████████████ 2  67 %
      UNKNOWN    ███████████████                1  33 %

    By class
      agent    ██████████████████████████████ 2  67 %
      unknown  ███████████████                1  33 %

    By agent
      claude  ███████████████                1  of 2 runs, 50 %
      codex   ██████████████████████████████ 2  of 2 runs, 100 %

    By week
      28 Oct 2024  ██████████████████████████████ 2  of 3 runs, 67 %
      11 Nov 2024  ███████████████                1  of 1 run, 100 %
    "
  `)
  expect(JSON.parse(said(await here.ask('stats', '--since', '2024-11-10', '--json')))).toMatchObject({
    format: 'mayday.stats/1',
    runs: 1,
    failed: 1,
    unknown: 1,
    byAgent: [{ agent: 'codex', failed: 1 }],
  })
})

test('runs of gza keep their own words', async () => {
  await using here = await project()
  const path = join(here.path, 'gza.db')
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE schema_version (version INTEGER); INSERT INTO schema_version VALUES (11);
    CREATE TABLE tasks (id INTEGER PRIMARY KEY, prompt TEXT, status TEXT, created_at TEXT, failure_reason TEXT);
    INSERT INTO tasks VALUES (1, 'One', 'failed', '2024-02-01T09:00:00', 'BRANCH_UNPUSHABLE'),
      (2, 'Two', 'failed', '2024-02-02T09:00:00', 'TEST_FAILURE'), (3, 'Three', 'pending', '2024-02-03T09:00:00', NULL)`)
  db.close()
  expect(said(await here.ask('import', 'gza', 'gza.db'))).toBe(
    '2 runs imported from gza. Not done there: 1 task, which waits for you (mayday tasks). See: mayday history\n',
  )
  expect(said(await here.ask('import', 'gza', 'gza.db'))).toContain(
    'No new runs imported from gza. Known already: 2 runs.',
  )
  expect((await readdir(here.path)).toSorted()).toEqual(['.git', 'gza.db'])
  const lines = said(await here.ask('history', '--dialect', 'gza')).split('\n')
  expect(lines[0]).toMatch(/^2 {2}✗ failed \(TEST_FAILURE\) {7}2 Feb 2024 09:00 {2}Two$/)
  expect(lines[1]).toMatch(/^1 {2}✗ failed \(BRANCH_UNPUSHABLE\) {2}1 Feb 2024 09:00 {2}One$/)
  expect(said(await here.ask('show', '1'))).toContain('imported from gza')
  writeFileSync(path, 'text')
  expect(await here.ask('import', 'gza', 'gza.db')).toMatchObject({
    code: 2,
    stderr: 'mayday: gza.db is not a SQLite database. Give the path of one.\n',
  })
})

test('a damaged store is refused and reported', async () => {
  await using here = await project()
  prepareRecordFolder(here.record)
  writeFileSync(here.inRecord('mayday.db'), 'precious, but no database'.repeat(100))
  const { code, stdout, stderr } = await here.ask('history')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^mayday: The database .*mayday\.db is damaged: .* mayday recover\n$/)
})
