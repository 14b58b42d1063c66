import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeptFiles } from './kept-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const schema = v.object({ task: v.number() })

test('what was put is there for the next process', () => {
  new KeptFiles(folder, schema).put('one', { task: 7 })
  const kept = new KeptFiles(folder, schema)
  expect(kept.has('one')).toBe(true)
  expect(kept.all(() => undefined)).toEqual([{ task: 7 }])
  kept.drop('one')
  expect(kept.all(() => undefined)).toEqual([])
})

test('a broken file is set aside and told', () => {
  const kept = new KeptFiles(folder, schema)
  kept.put('one', { task: 7 })
  writeFileSync(join(folder, 'two.json'), '{"task": ')
  writeFileSync(join(folder, 'three.json'), '{"task": "seven"}')
  const told: string[] = []
  expect(kept.all((path) => told.push(path))).toEqual([{ task: 7 }])
  expect(told.toSorted()).toEqual([join(folder, 'three.json.broken'), join(folder, 'two.json.broken')])
  expect(readdirSync(folder)).toContain('two.json.broken')
})
