import type { DatabaseSync } from 'node:sqlite'
import type { TriedTests } from '../../diagnosis/flaky-tests.ts'
import type { StageTests } from '../run-result.ts'
import { readRows } from './read-rows.ts'
import { instant, listIn, number, text, textOrNull, type Row } from './row.ts'

/** A flaky test shows within so many runs; what is older may have been fixed. */
const MOST_LOOKED_AT = 2000

/** Starts of tasks that are kept: they belong to no run that would take them along. */
const MOST_STARTS = 500

/** Once per run and stage. Without a run it is how the tests went at the start of a task. */
export function addTestRun(db: DatabaseSync, run: number | null, tests: StageTests, at: string): void {
  db.prepare(
    `INSERT OR REPLACE INTO test_runs (run, stage, command, folder, code, failed, passed, names, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    run,
    tests.stage,
    tests.command,
    tests.folder,
    tests.code,
    tests.failed,
    tests.passed,
    JSON.stringify(tests.names),
    at,
  )
  if (run === null)
    db.prepare(
      `DELETE FROM test_runs WHERE run IS NULL AND number NOT IN
         (SELECT number FROM test_runs WHERE run IS NULL ORDER BY number DESC LIMIT ?)`,
    ).run(MOST_STARTS)
}

/** Which code and which command, and where it ran. */
export type TestedCode = Pick<StageTests, 'command' | 'folder'> & { readonly code: string }

/** The newest run of this command on this code; null where there is none. */
export function findTestRun(db: DatabaseSync, { code, command, folder }: TestedCode): TriedTests | null {
  const row = db
    .prepare(
      'SELECT * FROM test_runs WHERE code = ? AND command = ? AND folder = ? ORDER BY number DESC LIMIT 1',
    )
    .get(code, command, folder)
  return row === undefined ? null : (readRows(db, 'test_runs', [row], triedTestsOf)[0] ?? null)
}

/** Runs of tests on code that is known, the newest first; of one command where it is named. */
export function listTestRuns(
  db: DatabaseSync,
  { command, folder }: Partial<Pick<StageTests, 'command' | 'folder'>> = {},
): TriedTests[] {
  const rows = db
    .prepare(
      `SELECT * FROM test_runs
       WHERE code IS NOT NULL AND command = coalesce(?, command) AND folder = coalesce(?, folder)
       ORDER BY number DESC LIMIT ?`,
    )
    .all(command ?? null, folder ?? null, MOST_LOOKED_AT)
  return readRows(db, 'test_runs', rows, triedTestsOf)
}

export const triedTestsOf = (row: Row): TriedTests => ({
  command: text(row, 'command'),
  folder: text(row, 'folder'),
  code: textOrNull(row, 'code'),
  failed: number(row, 'failed'),
  passed: number(row, 'passed'),
  names: listIn(row, 'names'),
  at: instant(row, 'at'),
})
