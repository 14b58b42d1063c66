import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canceled, exampleIntent, exampleResult, succeeded } from '../../../tests/examples/records.ts'
import { Store } from '../store.ts'
import { findBroken } from './find-broken.ts'

let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(folder)
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const found = (): string | null => {
  const path = join(folder, 'mayday.db')
  using db = new DatabaseSync(path, { readOnly: true })
  return findBroken(db, path)
}

test.each([
  ['failed', {}],
  ['succeeded', succeeded],
  ['canceled', canceled],
])('a row of a %s run is not broken', (_, outcome) => {
  const intent = exampleIntent({})
  store.finish(exampleResult(intent, store.begin(intent), outcome))
  expect(found()).toBeNull()
})

test('a row of a live run is not broken', () => {
  store.begin(exampleIntent({}))
  expect(found()).toBeNull()
})

test('a corrected run is not broken', () => {
  const intent = exampleIntent({})
  const kept = store.begin(intent)
  store.finish(exampleResult(intent, kept, {}))
  store.correct(kept.run, { reason: 'TIMEOUT', note: 'seen', at: '2026-11-05T10:00:00.000Z' })
  expect(found()).toBeNull()
})

test('a row with invalid stages is broken', () => {
  store.begin(exampleIntent({}))
  using db = new DatabaseSync(join(folder, 'mayday.db'))
  db.exec("UPDATE runs SET stages = '{}'")
  expect(found()).toContain('row 1 of runs: its stages')
})
