import { expect, test } from 'vitest'
import { unwrapped } from './console-wrap.ts'

const textsOf = (text: string): readonly string[] =>
  [...unwrapped(text.split('\n').map((raw, at) => ({ raw, offset: at * 100, number: at + 1 })))].map(
    ({ raw }) => raw,
  )

/** How PowerShell prints an error stream on a console of 26 characters. */
const RECORD = [
  'npm : Checking the cart ',
  'again',
  'At line:1 char:1',
  '+ npm run check 2>&1',
  '    + CategoryInfo        ',
  '    : NotSpecified',
]

test('the wrapped pieces of a sentence are joined', () => {
  const wrapped = [...RECORD, 'error: could not find the ', 'cart of the shop', 'done'].join('\n')
  expect(textsOf(wrapped)).toContain('error: could not find the cart of the shop')
  expect(textsOf(wrapped)).toContain('done')
})

test('the first line of the record is joined too', () => {
  expect(textsOf(RECORD.join('\n'))[0]).toBe('npm : Checking the cart again')
})

test('a word cut at the edge is joined', () => {
  const wrapped = [...RECORD, 'error: failed to select a v', 'ersion'].join('\n')
  expect(textsOf(wrapped)).toContain('error: failed to select a v')
  const narrow = [...RECORD, 'error: failed to select a ', 'version for it'].join('\n')
  expect(textsOf(narrow)).toContain('error: failed to select a version for it')
})

test('a full line stays whole if lines break after words', () => {
  const wrapped = [
    ...RECORD,
    'error: the cart of the ',
    'shop of the town is full: ',
    'x'.repeat(26),
    'y z',
  ].join('\n')
  expect(textsOf(wrapped).at(-1)).toContain('xy z')
  const ended = [
    ...RECORD,
    'the cart of the long ',
    'street cannot be compiled:',
    'cart.ts(2,30): error',
  ].join('\n')
  expect(textsOf(ended).at(-1)).toBe('cart.ts(2,30): error')
})

test('a short line that ends in a space stays unchanged', () => {
  const wrapped = [...RECORD, 'one ', 'two'].join('\n')
  expect(textsOf(wrapped).slice(-2)).toEqual(['one ', 'two'])
})

test('a text without such a record stays unchanged', () => {
  const log = ['shop : started ', 'x'.repeat(26), 'y', ...Array.from({ length: 60 }, () => 'a : b ')].join(
    '\n',
  )
  expect(textsOf(log).join('\n')).toBe(log)
})

test('a joined line has the place of its first piece', () => {
  const lines = [...RECORD, 'error: could not find the ', 'cart'].map((raw, at) => ({
    raw,
    offset: at * 100,
    number: at + 1,
  }))
  expect([...unwrapped(lines)].at(-1)).toMatchObject({ number: 7, offset: 600 })
})

test('lines of full width do not grow without end', () => {
  const wrapped = [...RECORD, ...Array.from({ length: 2000 }, () => 'x'.repeat(26))].join('\n')
  expect(Math.max(...textsOf(wrapped).map((one) => one.length))).toBeLessThan(4100)
})

test('the place that PowerShell adds to a record is left out', () => {
  const record = [
    'python : Traceback (most recent call last):',
    'At line:1 char:1',
    '+ python main.py 2>&1 | Out-File log.txt',
    '+ ~~~~~~~~~~~~~~~~~~',
    '    + CategoryInfo          : NotSpecified: (Traceback:String) [], RemoteException',
    '    + FullyQualifiedErrorId : NativeCommandError',
    '  File "main.py", line 3, in <module>',
  ]
  expect(textsOf(record.join('\n'))).toEqual([record[0], record[6]])
})

test('lines that only look like such a place are kept', () => {
  const lines = ['At line:1 char:1', '+ the cart is full', 'done', '    + CategoryInfo is a word']
  expect(textsOf(lines.join('\n'))).toEqual(lines)
})
