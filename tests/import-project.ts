/** A project with another program's files, for tests of imports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { freshFolder, mayday, type FreshFolder } from './run-mayday.ts'

export type Here = FreshFolder & {
  readonly say: (...args: string[]) => Promise<string>
  readonly json: (...args: string[]) => Promise<unknown>
  readonly write: (name: string, text: string) => void
}

export async function importProject(): Promise<Here> {
  const folder = await freshFolder()
  const say = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await mayday(args, { cwd: folder.path })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  return {
    ...folder,
    say,
    json: async (...args) => JSON.parse(await say(...args, '--json')),
    write: (name, text) => {
      mkdirSync(dirname(folder.file(name)), { recursive: true })
      writeFileSync(folder.file(name), text)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

export type GzaRow = Readonly<Record<string, string | number | null>>

/** A gza database at schema 11. Rows get ids from 1. */
export function writeGza({ file }: FreshFolder, rows: readonly GzaRow[]): void {
  mkdirSync(file('.gza'), { recursive: true })
  const db = new DatabaseSync(file('.gza/gza.db'))
  db.exec(`CREATE TABLE IF NOT EXISTS schema_version (version INTEGER); DELETE FROM schema_version; INSERT INTO schema_version VALUES (11);
    DROP TABLE IF EXISTS tasks;
    CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, prompt TEXT, status TEXT, task_type TEXT DEFAULT 'task', task_id TEXT,
      branch TEXT, log_file TEXT, based_on INTEGER, duration_seconds REAL, created_at TEXT, started_at TEXT, completed_at TEXT,
      provider TEXT, failure_reason TEXT)`)
  rows.forEach((row, at) => {
    const whole: GzaRow = {
      task_id: `slug-${at + 1}`,
      created_at: `2026-02-0${at + 1}T09:00:00`,
      started_at: row['status'] === 'pending' ? null : `2026-02-0${at + 1}T10:00:00`,
      ...row,
    }
    const names = Object.keys(whole)
    db.prepare(`INSERT INTO tasks (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
      ...Object.values(whole),
    )
  })
  db.close()
}

export const fromGza = (here: Here): Promise<string> => here.say('import', 'gza', '.gza/gza.db')
