import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrationsFolder, SCHEMA_VERSION } from './sqlite/open-database.ts'
import { TABLES } from './sqlite/tables.ts'
import { Store } from './store.ts'

test('the schema version is the number of migrations', () => {
  const files = readdirSync(migrationsFolder()).toSorted()
  expect(files).toHaveLength(SCHEMA_VERSION)
  files.forEach((file, index) =>
    expect(file).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+\\.sql$`)),
  )
})

test('the tables of a database are the known ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  try {
    const store = Store.open(folder)
    store.close()
    using db = new DatabaseSync(store.path)
    const rows = db
      .prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
      .all()
    expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(TABLES.toSorted())
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('all migrations together make the committed schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  try {
    const store = Store.open(folder)
    store.close()
    const db = new DatabaseSync(store.path)
    const rows = db.prepare(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    const dump = rows
      .all()
      .map(({ sql }) => `${String(sql)};\n`)
      .join('\n')
    const settings = ['user_version', 'journal_mode'].map(
      (name) => db.prepare(`PRAGMA ${name}`).get()?.[name],
    )
    db.close()
    expect(settings).toEqual([SCHEMA_VERSION, 'wal'])
    await expect(dump).toMatchFileSnapshot('../../tests/schemas/record.sql')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
