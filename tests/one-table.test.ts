import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonNames } from '../src/reasons/reason.ts'

const src = join(import.meta.dirname, '../src')

/** The table itself, the rules that give a reason, the bench dialect, and readers, whose outputs use such words. */
const MAY_NAME = ['reasons/', 'signals/', 'diagnosis/', 'bench/', 'interfaces/board/demo/']

const ROW = new RegExp(String.raw`^\s*(?:${reasonNames.join('|')}): `, 'm')

test('no room has a second table of reasons', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
  const others = files.filter((file) => !MAY_NAME.some((room) => file.startsWith(room)))
  expect(others.length).toBeGreaterThan(500)
  expect(others.filter((file) => ROW.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})
