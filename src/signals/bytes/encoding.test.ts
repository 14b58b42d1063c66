import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectEncoding } from './encoding.ts'

const little = (text: string): Buffer => Buffer.from(text, 'utf16le')
const big = (text: string): Buffer => little(text).swap16()
const LE_BOM = Buffer.from([0xff, 0xfe])
const BE_BOM = Buffer.from([0xfe, 0xff])

describe('the encoding of an input', () => {
  test.each([
    ['UTF-8', Buffer.from('an ordinary line\n'), 'utf-8', 0],
    ['UTF-8 with a mark', Buffer.from('\uFEFFan ordinary line\n'), 'utf-8', 3],
    ['UTF-8 records with a mark', Buffer.from('\uFEFF{"a":1}\n{"b":2}\n'), 'utf-8', 3],
    ['UTF-16 LE records', little('{"a":1}\n{"b":2}\n'), 'utf-16le', 0],
    ['UTF-16 LE with a mark', Buffer.concat([LE_BOM, little('a')]), 'utf-16le', 2],
    ['UTF-16 BE with a mark', Buffer.concat([BE_BOM, big('a')]), 'utf-16be', 2],
    ['UTF-16 LE without a mark', little('an ordinary line\n'), 'utf-16le', 0],
    ['UTF-16 BE without a mark', big('an ordinary line\n'), 'utf-16be', 0],
    ['nothing', Buffer.alloc(0), 'utf-8', 0],
    ['one byte', Buffer.from([0xff]), 'utf-8', 0],
    ['zeros', Buffer.alloc(512), 'utf-8', 0],
    ['text with some zeros', Buffer.from('a\0\0line\0with zeros in it\0\n'), 'utf-8', 0],
  ])('%s is recognised', (_, bytes, name, bom) => {
    expect(detectEncoding(bytes)).toMatchObject({ name, bom })
  })
})

test('each byte that is not UTF-8 becomes one character', () => {
  const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9])
  expect(detectEncoding(bytes).decode(bytes)).toBe('café')
})

test('half a UTF-16 unit at the end is left out', () => {
  const bytes = Buffer.concat([big('an ordinary line'), Buffer.from([0x00])])
  expect(detectEncoding(bytes).decode(bytes)).toBe('an ordinary line')
})

test('a UTF-16 encoding decodes its own output', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(LE_BOM, BE_BOM), (text, mark) => {
      const encoding = detectEncoding(mark)
      expect(encoding.decode(encoding.encode(text))).toBe(text)
    }),
  )
})

test('any input has an encoding that decodes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (head) => {
      const bytes = Buffer.from(head)
      expect(typeof detectEncoding(bytes).decode(bytes)).toBe('string')
    }),
  )
})
