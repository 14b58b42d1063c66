import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectEncoding, type Encoding } from './encoding.ts'
import { LineBlocks } from './line-blocks.ts'
import { linesOf, type Line } from './lines.ts'
import { TextWindow } from './text-window.ts'

const MIB = 1024 * 1024
const UTF8 = detectEncoding(Buffer.alloc(0))
const LITTLE = detectEncoding(Buffer.from([0xff, 0xfe]))

function keep(input: Buffer, size: number, encoding: Encoding = UTF8): readonly Line[] {
  const window = new TextWindow()
  const blocks = new LineBlocks(encoding, (block) => window.add(block))
  for (let at = 0; at < input.length; at += size) {
    const lent = Buffer.from(input.subarray(at, at + size))
    blocks.push(lent)
    lent.fill(0x78)
  }
  blocks.end()
  return [...window.blocks(encoding)].flatMap((block) => [...linesOf(block, encoding)])
}

const numbered = (count: number, width: number): string =>
  Array.from({ length: count }, (_, index) => `${String(index + 1)} `.padEnd(width - 1, '.')).join('\n') +
  '\n'

test('a short text is kept whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '\n', 'ö', '\r\n'), { maxLength: 50 }),
      fc.integer({ min: 1, max: 20 }),
      (parts, size) => {
        const input = parts.join('')
        const lines = input.split('\n')
        if (lines.at(-1) === '') lines.pop()
        expect(keep(Buffer.from(input), size).map((line) => line.raw)).toEqual(lines)
      },
    ),
  )
})

test('the start and end of a long text are kept', () => {
  const lines = keep(Buffer.from(numbered(20_000, 1000)), 65_536)
  const numbers = lines.map((line) => line.number)
  const gap = numbers.findIndex((number, index) => number !== index + 1)
  expect(
    lines.every((line) => line.raw.startsWith(`${line.number} `) && line.offset === (line.number - 1) * 1000),
  ).toBe(true)
  expect(gap).toBe(Math.floor(65_536 / 1000))
  expect(numbers.length - gap).toBe(Math.floor((8 * MIB) / 1000))
  expect(numbers.at(-1)).toBe(20_000)
})

test.each([1000, 65_536, MIB, 30 * MIB])('pieces of %i bytes keep the same lines', (size) => {
  const input = Buffer.from(numbered(20_000, 1000))
  expect(keep(input, size)).toEqual(keep(input, 77_777))
})

test('a text slightly longer than the window has no gap', () => {
  const input = Buffer.from(numbered(8_400, 1000))
  expect(keep(input, 65_536).map((line) => line.number)).toEqual(
    Array.from({ length: 8_400 }, (_, index) => index + 1),
  )
})

test('UTF-16 text is also cut between lines', () => {
  const input = Buffer.from(numbered(10_000, 1000), 'utf16le')
  const lines = keep(input, 65_537, LITTLE)
  expect(lines.every((line) => line.raw.startsWith(`${line.number} `))).toBe(true)
  expect(lines.at(-1)?.number).toBe(10_000)
  expect(lines).toEqual(keep(input, MIB, LITTLE))
})

test('many separate small blocks share their memory', () => {
  const window = new TextWindow()
  const bytes = Buffer.from('a small line\n')
  for (let index = 0; index < 700_000; index += 1) {
    window.add({ bytes, offset: index * 100, line: index * 2 + 1, kind: 'lines' })
  }
  const blocks = [...window.blocks(UTF8)]
  expect(blocks.at(-1)).toMatchObject({ offset: 69_999_900, line: 1_399_999 })
  expect(blocks).toHaveLength(50_000 + Math.floor(65_536 / bytes.length))
  expect(new Set(blocks.map((block) => block.bytes.buffer)).size).toBeLessThan(40)
})

test('the last of very many tiny runs are kept', () => {
  const window = new TextWindow()
  const add = (text: string, offset: number): void =>
    window.add({ bytes: Buffer.from(text), offset, line: 1, kind: 'lines' })
  add('the introduction\n', 0)
  for (let index = 1; index <= 200_000; index += 1) add(`${index}\n`, index * 100)
  const texts = [...window.blocks(UTF8)].map(({ bytes }) => bytes.toString().trimEnd())
  expect(texts[0]).toBe('the introduction')
  expect(texts.slice(-50_000)).toEqual(Array.from({ length: 50_000 }, (_, index) => String(150_001 + index)))
})
