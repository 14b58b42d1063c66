import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnsi } from './ansi.ts'

const ESC = '\u001b'
const shown = (line: string): readonly string[] =>
  parseAnsi(line).map(({ text, classes, color }) => [text, classes, color ?? ''].join('|'))

test('colours and weights become classes', () => {
  expect(shown(`${ESC}[1;31mFAIL${ESC}[0m a ${ESC}[92mgreen${ESC}[39m one`)).toEqual([
    'FAIL|a-bold a-1|',
    ' a ||',
    'green|a-2|',
    ' one||',
  ])
})

test('palette and true colours are kept', () => {
  expect(shown(`${ESC}[38;5;196mred${ESC}[38;2;10;20;30mown${ESC}[38;5;3myellow`)).toEqual([
    'red||rgb(255 0 0)',
    'own||rgb(10 20 30)',
    'yellow|a-3|',
  ])
})

test('cursor movements are left out', () => {
  expect(shown(`a${ESC}[2K${ESC}[1Gb${ESC}]0;title\u0007c${ESC}(Bd\u0008`)).toEqual([
    'a||',
    'b||',
    'c||',
    'd||',
  ])
})

test('an overwritten line shows its last state', () => {
  expect(shown('10 %\r50 %\r100 %\r')).toEqual(['100 %||'])
})

test('a background never hides the text', () => {
  expect(shown(`${ESC}[48;2;0;0;0;37mwords`)).toEqual(['words|a-7|'])
})

test('no control character is left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (line) => {
      const text = parseAnsi(line)
        .map((part) => part.text)
        .join('')
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
    }),
  )
})

test('a line without controls stays unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~à-ž😀]*$/u), (line) => {
      expect(shown(line)).toEqual(line === '' ? [] : [`${line}||`])
    }),
  )
})
