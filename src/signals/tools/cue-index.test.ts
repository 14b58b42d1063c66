import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CueIndex } from './cue-index.ts'
import { needsOf } from './cue-literals.ts'
import { tools } from './tools.ts'

const cues = tools.map((tool) => tool.cue)
const index = new CueIndex(cues)
const fixtures = join(import.meta.dirname, '../../../tests/fixtures/tools')

const slowly = (line: string): readonly number[] => cues.flatMap((cue, at) => (cue.test(line) ? [at] : []))

test('the index finds what every cue finds', () => {
  const lines = readdirSync(fixtures, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
    .filter((line) => line.length <= 2000)
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter((line) => index.matching(line).join() !== slowly(line).join())).toEqual([])
})

test('any line gives what every cue gives', () => {
  const words = fc.constantFrom(
    'error',
    'FAILED',
    ' ',
    'Tests: ',
    '1',
    ': ',
    'TS2322',
    '✗',
    '● ',
    '--- ',
    'npm ERR!',
    'é',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 8 }), (parts) => {
      const line = parts.join('')
      expect(index.matching(line)).toEqual(slowly(line))
    }),
    { numRuns: 500 },
  )
})

test('each alternative needs a word or is left over', () => {
  expect(needsOf('error TS\\d+|^Found \\d+ errors?')).toEqual({ words: ['error ts', 'found '], rest: null })
  expect(needsOf('^OK\\b|(?:fatal|error): ')).toEqual({ words: ['fatal', 'error'], rest: '^OK\\b' })
  expect(needsOf('colou?rs')).toEqual({ words: ['colo'], rest: null })
})

test('more cues than bits are refused', () => {
  expect(() => new CueIndex(Array.from({ length: 65 }, () => /x/))).toThrow('at most 64 cues, not 65')
})
