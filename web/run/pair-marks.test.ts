import { expect, test } from 'vitest'
import { pairMarks } from './pair-marks.ts'

const marksOf = (before: string, after: string): readonly string[] =>
  pairMarks([
    { kind: 'removed', old: 1, new: null, text: before },
    { kind: 'added', old: null, new: 1, text: after },
  ]).map(({ parts }) => parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''))

test('a mark begins and ends with a whole word', () => {
  expect(marksOf('    return redirect("/account")', '    return render("account.html", user=user)')).toEqual([
    '    return [redirect("/account"])',
    '    return [render("account.html", user=user])',
  ])
  expect(marksOf('the total is 1000 here', 'the total is 1200 here')).toEqual([
    'the total is [1000] here',
    'the total is [1200] here',
  ])
})

test('a line that only grew marks what is new', () => {
  expect(marksOf('const rows = read(file)', 'const rows = read(file, limit)')).toEqual([
    'const rows = read(file)',
    'const rows = read(file[, limit])',
  ])
})

test('lines that differ in most parts have no marks', () => {
  expect(marksOf('one two three', 'quite another thing')).toEqual(['one two three', 'quite another thing'])
})
