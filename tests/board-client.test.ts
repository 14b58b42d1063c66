import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { firstLoad } from './browser/first-load.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/board')
const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

test('the first load is smaller than 80 KB', () => {
  const names = firstLoad(built)
  expect(names.size).toBeGreaterThan(6)
  const sizes = [...names].map((name) => gzipSync(readFileSync(join(built, name))).length)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  process.stdout.write(`First load of the board: ${(all / 1000).toFixed(1)} kB gzip in ${names.size} files\n`)
  expect(all).toBeLessThan(80 * 1024)
  // These are loaded when they are wanted.
  expect([...names].filter((name) => /^(?:run-page|highlight|palette)/.test(name))).toEqual([])
  expect(readdirSync(built).filter((name) => /^(?:highlight|palette)-/.test(name)).length).toBe(2)
})

test('the page has no inline script or style', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
})

test('the client never creates markup from text', () => {
  expect(sources.length).toBeGreaterThan(30)
  const makers = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/
  expect(sources.filter((file) => makers.test(textOf(file)))).toEqual([])
})

test('the client imports only types from the server', () => {
  const taken = sources.flatMap((file) =>
    textOf(file)
      .split(/^(?=import )/m)
      .filter((line) => /from '(?:\.\.\/)+src\//.test(line)),
  )
  expect(taken.length).toBeGreaterThan(10)
  for (const line of taken) {
    expect(line).toMatch(/^import type /)
    expect(line).toMatch(
      /src\/(?:views\/[\w/-]+|record\/task-story|reasons\/(?:ending|reason)|interfaces\/board\/(?:api|app))\.ts'/,
    )
  }
})

test('JSON enters the client in three places', () => {
  const places = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\.json\(\)|JSON\.parse\(/g)].map(([call]) => `${file} ${call}`),
  )
  expect(places.toSorted()).toEqual([
    'web/client.ts .json()',
    'web/client.ts .json()',
    'web/stream.ts JSON.parse(',
  ])
})

test('the client casts nothing', () => {
  expect(sources.filter((file) => /[\w)\]] as (?!const\b)[A-Z{(]/.test(withoutComments(file)))).toEqual([])
})

const withoutComments = (file: string): string => textOf(file).replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
