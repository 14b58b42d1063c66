import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overwrites, plain } from './plain.ts'

const ESC = '\u001B'

test.each([
  ['a colour', `${ESC}[31;1mred${ESC}[0m`, 'red'],
  ['a colour with colons', `${ESC}[38:5:196mred`, 'red'],
  ['a private mode', `${ESC}[?25lhidden${ESC}[?25h`, 'hidden'],
  ['a title', `${ESC}]0;the title\u0007text`, 'text'],
  ['a link', `${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
  ['a device string', `${ESC}P1;2|data${ESC}\\text`, 'text'],
  ['a character set', `${ESC}(Btext`, 'text'],
  ['a saved cursor', `${ESC}7text${ESC}8`, 'text'],
  ['a keypad mode', `${ESC}=text${ESC}>`, 'text'],
  ['a reset', `${ESC}ctext`, 'text'],
  ['a cut-off colour', `text${ESC}[3`, 'text'],
  ['a single escape', `text${ESC}`, 'text'],
  ['control characters', 'a\u0000b\u0008c\u007Fd\uFEFF', 'abcd'],
  ['tabs and carriage returns', 'a\tb\r', 'a\tb\r'],
  ['nothing special', 'a [31m b', 'a [31m b'],
])('%s is read as displayed', (_, raw, seen) => {
  expect(plain(raw)).toBe(seen)
})

test('plain text has no escapes and stays the same', () => {
  const scraps = fc.constantFrom(ESC, '[', ']', '0', ';', 'm', 'P', '\\', '\u0007', '(', 'text', '\0', ' ')
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 30 }), (parts) => {
      const seen = plain(parts.join(''))
      expect(seen).not.toContain(ESC)
      expect(plain(seen)).toBe(seen)
    }),
  )
})

test.each([`${ESC}]`, `${ESC}P`, `${ESC}[`, ESC])('eight million characters after %j are read', (start) => {
  expect(plain(start + 'x'.repeat(8_000_000)).length).toBeLessThanOrEqual(8_000_001)
  expect(plain(start.repeat(1_000_000))).not.toContain(ESC)
})

test('a line without carriage returns stays the same', () => {
  expect(overwrites('text')).toEqual(['text'])
  expect(overwrites('')).toEqual([''])
})

test('the carriage return of a line end overwrites nothing', () => {
  expect(overwrites('text\r')).toEqual(['text'])
})

test('a progress bar gives its last states', () => {
  const bar = Array.from({ length: 200 }, (_, index) => `${index} %`).join('\r')
  expect(overwrites(bar)).toHaveLength(50)
  expect(overwrites(`10 %\r \r100 %\r`)).toEqual(['10 %', '100 %'])
})
