import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine, ScreenText } from './screen-text.ts'

const shown = (colour: boolean, ...pieces: readonly string[]): string => {
  const screen = new ScreenText(colour)
  return pieces.map((piece) => screen.push(piece)).join('') + screen.end()
}

test('colours pass only if they are requested', () => {
  expect(shown(true, 'a \u001B[1;31mred\u001B[0m b')).toBe('a \u001B[1;31mred\u001B[0m b')
  expect(shown(false, 'a \u001B[1;31mred\u001B[0m b')).toBe('a red b')
})

const dangerous: readonly (readonly [string, string])[] = [
  ['a title', 'x\u001B]0;owned\u0007y'],
  ['a link', 'x\u001B]8;;http://evil\u001B\\y'],
  ['the clipboard', 'x\u001B]52;c;ZXZpbA==\u0007y'],
  ['a cursor that moves up', 'x\u001B[2A\u001B[2Ky'],
  ['an erased screen', 'x\u001B[2J\u001B[Hy'],
  ['another screen', 'x\u001B[?1049hy'],
  ['a device control string', 'x\u001BP+q544e\u001B\\y'],
  ['a full reset', 'x\u001Bcy'],
  ['eight-bit controls', 'x\u009B2Jy'],
  ['an eight-bit title', 'x\u009D0;owned\u009Cy'],
  ['a bell and backspaces', 'x\u0007\b\by'],
  ['turned writing', 'x\u202E\u2066y'],
  ['keyboard modes', 'x\u001B[>4;1my'],
]

test.each(dangerous)('%s is removed', (_name, text) => {
  expect(shown(true, text)).toBe('xy')
  expect(shown(false, text)).toBe('xy')
})

test('hidden text is shown', () => {
  expect(shown(true, '\u001B[8msecret plan\u001B[0m')).toContain('\u001B[8m\u001B[28msecret plan')
})

test('letters after an unfinished title are not lost', () => {
  expect(shown(true, '\u001B]0;no end\nnext line\n')).toBe('0;no end\nnext line\n')
  expect(shown(true, '\u001B]0;never ends')).toBe('0;never ends')
})

test('a line that is redrawn becomes several lines', () => {
  expect(shown(true, '10%\r20%\r', '\nend\r\n')).toBe('10%\n20%\nend\n')
})

const bits = fc.constantFrom(
  '\u001B',
  '[',
  ']',
  '0;t',
  '\u0007',
  '\\',
  '31m',
  'm',
  '8',
  'K',
  '\r',
  '\n',
  'x',
  'é',
  '\u009B',
)

test('chunk boundaries change nothing', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), fc.nat(20), fc.boolean(), (parts, at, colour) => {
      const text = parts.join('')
      expect(shown(colour, text.slice(0, at), text.slice(at))).toBe(shown(colour, text))
    }),
  )
})

test('plain text contains no control sequence', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
      expect(plainLine(parts.join(''))).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
    }),
  )
})
