import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProject, projectAt } from './project.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mayday-test-')))
  mkdirSync(join(root, 'a/b/c'), { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true }))

const rootFrom = (folder: string, env: Record<string, string> = {}): string =>
  findProject(join(root, folder), env).root

test('the named folder wins over everything nearer', () => {
  writeFileSync(join(root, 'a/mayday.yaml'), '')
  expect(rootFrom('a/b', { MAYDAY_DIR: join(root, 'elsewhere') })).toBe(join(root, 'elsewhere'))
  expect(rootFrom('a/b', { MAYDAY_DIR: '' })).toBe(join(root, 'a'))
})

test('the nearest mayday.yaml wins over git', () => {
  mkdirSync(join(root, 'a/b/.git'))
  writeFileSync(join(root, 'a/mayday.yaml'), '')
  expect(rootFrom('a/b/c')).toBe(join(root, 'a'))
})

test('a .mayday folder names no project', () => {
  mkdirSync(join(root, 'a/.mayday'))
  expect(rootFrom('a/b/c')).toBe(join(root, 'a/b/c'))
})

test('a git work tree counts by its file', () => {
  writeFileSync(join(root, 'a/.git'), 'gitdir: elsewhere')
  expect(rootFrom('a/b/c')).toBe(join(root, 'a'))
})

test('the record is in the state folder', () => {
  const { record, trees } = projectAt(join(root, 'a'), { MAYDAY_STATE: '/state' })
  expect(record).toMatch(/^\/state\/a-[\da-f]{16}$/)
  expect(trees).toBe(record.replace('/state/', '/state/trees/'))
})

test.each([
  [{ MAYDAY_STATE: '/own', XDG_STATE_HOME: '/xdg', HOME: '/home/ada' }, '/own/'],
  [{ MAYDAY_STATE: '', XDG_STATE_HOME: '/xdg', HOME: '/home/ada' }, '/xdg/mayday/'],
  [{ XDG_STATE_HOME: 'relative', HOME: '/home/ada' }, '/home/ada/.local/state/mayday/'],
  [{ HOME: '/home/ada' }, '/home/ada/.local/state/mayday/'],
])('the state folder comes from %j', (env, place) => {
  expect(projectAt(root, env).record.startsWith(place)).toBe(true)
})

test('a relative home is never used', () => {
  expect(projectAt(root, { HOME: '' }).record.startsWith('/')).toBe(true)
})

test('every path to a folder gives one record', () => {
  symlinkSync(join(root, 'a'), join(root, 'link'))
  const env = { MAYDAY_STATE: '/state' }
  expect(projectAt(join(root, 'link'), env).record).toBe(projectAt(join(root, 'a'), env).record)
  expect(projectAt(join(root, 'a/b'), env).record).not.toBe(projectAt(join(root, 'a'), env).record)
})

test('a name of any characters makes one folder', () => {
  mkdirSync(join(root, 'ä /b\n'), { recursive: true })
  expect(projectAt(join(root, 'ä /b\n'), { MAYDAY_STATE: '/state' }).record).toMatch(
    /^\/state\/b_-[\da-f]{16}$/,
  )
})
