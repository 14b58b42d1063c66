import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonNames } from '../src/reasons/reason.ts'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

/** The table itself, the rules that give a reason, the bench dialect, and readers, whose outputs use such words. */
const MAY_NAME = ['reasons/', 'signals/', 'diagnosis/', 'bench/', 'interfaces/board/demo/']

const ROW = new RegExp(String.raw`^\s*(?:${reasonNames.join('|')}): `, 'm')

/** The other words that look like reasons are the codes of errors. */
const DECIDES = new RegExp(`(?<!\\bcode )(?:[!=]==|case|\\?\\?) '(?:${reasonNames.join('|')})'`)
/** The page of the board imports only types, so it cannot call `orUnknown`. */
const shown = (text: string): string => text.replaceAll("?? 'UNKNOWN'", '')

const textOf = (file: string): string => {
  const text = readFileSync(join(root, file), 'utf8')
  return file.startsWith('web/') ? shown(text) : text
}

test('no room decides by the name of a reason', () => {
  const files = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root, exclude: ['**/*.test.ts'] })
  const others = files.filter((file) => !MAY_NAME.some((room) => file.startsWith(`src/${room}`)))
  expect(others.length).toBeGreaterThan(700)
  expect(others.filter((file) => DECIDES.test(textOf(file)))).toEqual([])
})

test('the page of rules names every rule', () => {
  const page = readFileSync(join(root, 'docs/rules.md'), 'utf8')
  const files = globSync('diagnosis/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
  const texts = files.map((file) => readFileSync(join(src, file), 'utf8'))
  const ids = texts.flatMap((text) => [...text.matchAll(/\brule: '([^']+)'/g)].map(([, id]) => id))
  expect(ids.length).toBeGreaterThan(30)
  expect(ids.filter((id) => !page.includes(`\`${id}\``) && !page.includes(`\n## ${id}\n`))).toEqual([])
})

const filesOfFleet = globSync('fleet/**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
const fleetFilesWith = (form: RegExp): readonly string[] =>
  filesOfFleet.filter((file) => form.test(readFileSync(join(src, file), 'utf8')))

test('one statement writes the status of a shared task', () => {
  expect(fleetFilesWith(/\bupdate tasks set [^`']*\bstatus = /)).toEqual(['fleet/postgres/move-task.ts'])
})

test('one statement ends a run of a fleet', () => {
  expect(fleetFilesWith(/\bupdate runs set [^`']*\bstate = /)).toEqual(['fleet/postgres/run-state.ts'])
})

/** Images of a store's rows have any columns. The store that takes them checks them. */
const READ_IMAGES = ['fleet/postgres/change.ts', 'fleet/postgres/rows.ts']

test('schemas read every row of a fleet', () => {
  const readers = fleetFilesWith(/\b(?:row|run|known|found|now|old|last)\??\.?\['/)
  expect(readers.filter((file) => file.startsWith('fleet/postgres/'))).toEqual(READ_IMAGES)
})

test('no room has a second table of reasons', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
  const others = files.filter((file) => !MAY_NAME.some((room) => file.startsWith(room)))
  expect(others.length).toBeGreaterThan(500)
  expect(others.filter((file) => ROW.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})
