import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { TriedTests } from '../../diagnosis/flaky-tests.ts'
import { stageTestsSchema, type StageTests } from '../run-result.ts'
import { moment } from '../schema.ts'
import { replace } from './insert.ts'
import { readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'

const testRunSchema = v.object({ ...stageTestsSchema.entries, at: moment })

export const testRunRow: RowCodec<typeof testRunSchema> = rowCodec(testRunSchema)

/** A flaky test shows within this many runs. An older one may have been fixed. */
const MOST_LOOKED_AT = 2000

/** How many results at the start of tasks are kept. They belong to no run, so no deletion of a run removes them. */
const MOST_STARTS = 500

/** Added once per run and stage. Without a run it is the test result at the start of a task. */
export function addTestRun(db: DatabaseSync, run: number | null, tests: StageTests, at: string): void {
  replace(db, 'test_runs', { run, ...testRunRow.write({ ...tests, at }) })
  if (run === null)
    db.prepare(
      `DELETE FROM test_runs WHERE run IS NULL AND number NOT IN
         (SELECT number FROM test_runs WHERE run IS NULL ORDER BY number DESC LIMIT ?)`,
    ).run(MOST_STARTS)
}

/** The code, the command, and its folder. */
export type TestedCode = Pick<StageTests, 'command' | 'folder'> & { readonly code: string }

/** The newest run of this command on this code; null if there is none. */
export function findTestRun(db: DatabaseSync, { code, command, folder }: TestedCode): TriedTests | null {
  const row = db
    .prepare(
      'SELECT * FROM test_runs WHERE code = ? AND command = ? AND folder = ? ORDER BY number DESC LIMIT 1',
    )
    .get(code, command, folder)
  return row === undefined ? null : (readRows(db, 'test_runs', [row], testRunRow.read)[0] ?? null)
}

/** Test runs on known code, newest first; of one command if it is given. */
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
  return readRows(db, 'test_runs', rows, testRunRow.read)
}
