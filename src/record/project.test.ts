import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProject, prepareStateFolder } from './project.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  mkdirSync(join(root, 'a/b/c'), { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true }))

const rootFrom = (folder: string, env: Record<string, string> = {}): string =>
  findProject(join(root, folder), env).root

test('the named folder wins over everything nearer', () => {
  mkdirSync(join(root, 'a/.mayday'))
  expect(rootFrom('a/b', { MAYDAY_DIR: join(root, 'elsewhere') })).toBe(join(root, 'elsewhere'))
  expect(rootFrom('a/b', { MAYDAY_DIR: '' })).toBe(join(root, 'a'))
})

test('the nearest project folder wins over git', () => {
  mkdirSync(join(root, 'a/b/.git'))
  mkdirSync(join(root, '.mayday'))
  expect(rootFrom('a/b/c')).toBe(root)
  writeFileSync(join(root, 'a/mayday.yaml'), '')
  expect(rootFrom('a/b/c')).toBe(join(root, 'a'))
})

test('a git work tree counts by its file', () => {
  writeFileSync(join(root, 'a/.git'), 'gitdir: elsewhere')
  expect(rootFrom('a/b/c')).toBe(join(root, 'a'))
})

test('without any sign the folder itself is meant', () => {
  expect(findProject(join(root, 'a/b'), {})).toEqual({
    root: join(root, 'a/b'),
    state: join(root, 'a/b/.mayday'),
  })
})

test('the state folder is private and hidden from git', () => {
  const state = join(root, '.mayday')
  prepareStateFolder(state)
  expect(statSync(state).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(state, '.gitignore'), 'utf8')).toBe('*\n')
  rmSync(join(state, '.gitignore'))
  prepareStateFolder(state)
  expect(() => statSync(join(state, '.gitignore'))).toThrow('ENOENT')
})
