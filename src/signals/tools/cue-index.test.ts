import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CueIndex } from './cue-index.ts'
import { CueList } from './cue-list.ts'
import { alternativesOf } from './cue-literals.ts'
import { tools } from './tools.ts'

const cues = tools.map(({ cue }) => ({ form: cue, alternatives: alternativesOf(cue) }))
const index = new CueIndex(cues)
const fixtures = join(import.meta.dirname, '../../../tests/fixtures/tools')
const texts = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

const slowly = (line: string): readonly number[] =>
  cues.flatMap(({ form }, cue) => (form.test(line) ? [cue] : []))

/** The lines for which the result differs from testing every cue. */
const missed = (text: string, { matching }: { matching: (line: string) => readonly number[] }): string[] =>
  text.split('\n').filter((line) => line.length <= 2000 && matching(line).join() !== slowly(line).join())

test('the index finds the same cues as direct tests', () => {
  expect(texts.join('\n').split('\n').length).toBeGreaterThan(1000)
  expect(texts.flatMap((text) => missed(text, { matching: (line) => index.matching(line) }))).toEqual([])
})

test("a small text's list finds the same cues", () => {
  const missedIn = (text: string): string[] => {
    const list = new CueList(cues, text)
    return missed(text, { matching: (line) => list.matching(line) })
  }
  expect(texts.flatMap(missedIn)).toEqual([])
})

test('any line gives the same cues as direct tests', () => {
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
    '🍺',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 8 }), (parts) => {
      const line = parts.join('')
      expect(index.matching(line)).toEqual(slowly(line))
      expect(new CueList(cues, line).matching(line)).toEqual(slowly(line))
    }),
    { numRuns: 500 },
  )
})

test('every alternative has the words that it needs', () => {
  const wordsOf = (cue: RegExp): readonly (readonly string[])[] =>
    alternativesOf(cue).map(({ words }) => words)
  expect(wordsOf(/error TS\d+|^Found \d+ errors?|^OK\b/)).toEqual([['error TS'], ['Found '], []])
  expect(wordsOf(/(?:Fatal|[Ee]rror): |BUILD (?:FAILED|SUCCESSFUL)$/)).toEqual([
    ['Fatal: ', 'Error: ', 'error: '],
    ['BUILD FAILED', 'BUILD SUCCESSFUL'],
  ])
  expect(wordsOf(/colou?rs+ |\d{2,}_{3,}x|(?=never)[^a-z]/)).toEqual([['colors', 'colours'], ['___x'], []])
  expect(wordsOf(/^ {2}(?:\d+ )?\S|Passed|(?:a+b|c)*done/i)).toEqual([[], ['passed'], ['done']])
})

test('a small text tests only cues that can match', () => {
  const cue = /^ok |not (?:found|there)/
  const list = new CueList([{ form: cue, alternatives: alternativesOf(cue) }], 'nothing is not found')
  expect(list.matching('ok 1')).toEqual([])
  expect(list.matching('it was not found')).toEqual([0])
})
