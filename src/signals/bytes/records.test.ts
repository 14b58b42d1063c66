import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectEncoding } from './encoding.ts'
import { LineBlocks } from './line-blocks.ts'
import { linesOf, type Line } from './lines.ts'
import { Records, type JsonRecord } from './records.ts'

type Seen = { readonly records: JsonRecord[]; readonly text: Line[]; readonly order: number[] }

function read(input: Buffer | string, sizes: readonly number[] = []): Seen {
  const bytes = Buffer.from(input)
  const encoding = detectEncoding(bytes)
  const seen: Seen = { records: [], text: [], order: [] }
  const records = new Records(encoding, {
    record: (record) => {
      seen.records.push(record)
      seen.order.push(record.offset)
    },
    text: (block) => {
      for (const line of linesOf(block, encoding)) {
        seen.text.push(line)
        seen.order.push(line.offset)
      }
    },
  })
  const blocks = new LineBlocks(encoding, (block) => records.push(block))
  let at = encoding.bom
  for (const size of [...sizes, bytes.length]) {
    const lent = Buffer.from(bytes.subarray(at, at + size))
    blocks.push(lent)
    lent.fill(0x78)
    at += size
  }
  blocks.end()
  records.end()
  return seen
}

const values = (input: string): readonly unknown[] => read(input).records.map((record) => record.value)
const text = (input: string): readonly string[] => read(input).text.map((line) => line.raw)

const pieces = fc.constantFrom(
  '{"a":1}\n',
  '{"a":1}\r\n',
  '{\n',
  '}\n',
  '  "a": 1\n',
  '  "b": [1, {"c": "}"}],\n',
  '{"x":[1,2,\n',
  '{"x":"cut o',
  '\n',
  'text\n',
  'if (a) {\n',
  '[\n',
  ']\n',
  '{"t":"é😀"}\n',
  '{} more\n',
  'a{"a":1}\n',
  '{"a":\n',
  ' \n',
  '\r',
  '\0',
  '⁻\n',
)
const messy = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''))
const sizes = fc.array(fc.nat(12), { maxLength: 30 })

test('the cuts in the input do not matter', () => {
  fc.assert(
    fc.property(messy, sizes, fc.constantFrom('utf8', 'le', 'be'), (plain, cuts, how) => {
      const wide = Buffer.from(`\uFEFF${plain}`, 'utf16le')
      const input = how === 'utf8' ? Buffer.from(plain) : how === 'le' ? wide : wide.swap16()
      expect(read(input, cuts)).toEqual(read(input))
    }),
  )
})

test('the same is found in every encoding', () => {
  const strip = ({ records, text: lines }: Seen): unknown => [
    records.map(({ value, raw, line }) => [value, raw, line]),
    lines.map(({ raw, number }) => [raw, number]),
  ]
  fc.assert(
    fc.property(messy, (plain) => {
      const wide = Buffer.from(`\uFEFF${plain}`, 'utf16le')
      expect(strip(read(wide))).toEqual(strip(read(plain)))
      expect(strip(read(wide.swap16()))).toEqual(strip(read(plain)))
    }),
  )
})

test('every line is passed on once and in order', () => {
  fc.assert(
    fc.property(messy, sizes, (plain, cuts) => {
      const { records, text: lines, order } = read(plain, cuts)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      const given = [
        ...records.flatMap(({ raw, line }) =>
          raw
            .replace(/\n$/, '')
            .split('\n')
            .map((_, index) => line + index),
        ),
        ...lines.map((line) => line.number),
      ]
      const all = plain.replace(/\n$/, '').split('\n')
      expect(given.toSorted((a, b) => a - b)).toEqual(plain === '' ? [] : all.map((_, index) => index + 1))
      for (const { raw, offset } of records)
        expect(Buffer.from(plain).toString('utf8', offset, offset + Buffer.byteLength(raw))).toBe(raw)
    }),
  )
})

describe('records', () => {
  test('on one line each are found between text', () => {
    expect(values('hello\n{"a":1}\nworld\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }])
    expect(text('hello\n{"a":1}\nworld\n{"b":2}')).toEqual(['hello', 'world'])
  })

  test('over several lines are found with their place', () => {
    const json = JSON.stringify({ type: 'result', list: [1, { deep: '}{' }] }, null, 2)
    const { records } = read(`start\n${json}\nend\n`)
    expect(records).toEqual([{ value: JSON.parse(json), raw: `${json}\n`, offset: 6, line: 2 }])
  })

  test('may be one array that is the whole input', () => {
    expect(values('[\n{"a":1},\n{"a":2}\n]\n')).toEqual([[{ a: 1 }, { a: 2 }]])
    expect(values('text\n[\n1\n]\n')).toEqual([])
  })

  test('after an incomplete value are found', () => {
    expect(values('{"a":[1,2,\n{"type":"result"}\n')).toEqual([{ type: 'result' }])
    expect(values('{\n{"type":"result"}\n')).toEqual([{ type: 'result' }])
    expect(values('{"a":[1,2,\n{"type":"one"}\nKilled\n{"type":"two"}\n')).toEqual([
      { type: 'one' },
      { type: 'two' },
    ])
  })

  test('over several lines after a broken one are found', () => {
    expect(values('{"a":"cut o\n{\n"b": 1\n}\n')).toEqual([{ b: 1 }])
    expect(values('{\n{\n"b": 1\n}\n')).toEqual([{ b: 1 }])
  })
})

describe('text', () => {
  test.each([
    ['code with braces', 'function a() {\n  if (b) {\n    return { c: 1 }\n  }\n}\n{\n  block()\n}\n'],
    ['a value with text after it', '{"a":1} and more\n'],
    ['a value over lines with text after it', '{\n"a":1\n} and more\n'],
    ['a value that never ends', '{"a": [\n1,\n2,\n'],
    ['a log level in brackets', '[INFO] started\n[1/5] step\n'],
    ['one broken line', '{"a": "b\n'],
  ])('is %s', (_, input) => {
    expect(values(input)).toEqual([])
    expect(text(input)).toEqual(input.replace(/\n$/, '').split('\n'))
  })

  test('is a line that is too long for a record', () => {
    const long = `{"a":"${'x'.repeat(20 * 1024 * 1024)}"}`
    const { records, text: lines } = read(`${long}\n{"b":1}\n`)
    expect(records.map((record) => [record.value, record.line, record.offset])).toEqual([
      [{ b: 1 }, 2, long.length + 1],
    ])
    expect(lines).toHaveLength(2)
  })

  test('is a value over more than 16 MiB', () => {
    const lines = `${'1'.repeat(30)},\n`.repeat(600_000)
    const { records, text: given } = read(`{"a":[\n${lines}0]}\n{"b":1}\n`)
    expect(records.map((record) => record.value)).toEqual([{ b: 1 }])
    expect(given).toHaveLength(600_002)
  })
})
