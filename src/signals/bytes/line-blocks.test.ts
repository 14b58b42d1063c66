import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectEncoding, type Encoding } from './encoding.ts'
import { LineBlocks, type Block } from './line-blocks.ts'
import { linesOf, type Line } from './lines.ts'

const MIB = 1024 * 1024

/** The input in pieces of these sizes, and the rest as one piece. */
function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const pieces = []
  let at = 0
  for (const size of sizes) {
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return [...pieces, bytes.subarray(at)]
}

function read(
  input: Buffer,
  sizes: readonly number[] = [],
): { blocks: Block[]; lines: Line[]; count: number; encoding: Encoding } {
  const encoding = detectEncoding(input)
  const blocks: Block[] = []
  const reader = new LineBlocks(encoding, (block) =>
    blocks.push({ ...block, bytes: Buffer.from(block.bytes) }),
  )
  // A reader receives memory that is reused for the next chunk.
  for (const piece of cut(input.subarray(encoding.bom), sizes)) {
    const lent = Buffer.from(piece)
    reader.push(lent)
    lent.fill(0x78)
  }
  reader.end()
  return {
    blocks,
    lines: blocks.flatMap((block) => [...linesOf(block, encoding)]),
    count: reader.lines,
    encoding,
  }
}

const text = fc
  .array(
    fc.constantFrom('\n', '\n', '\r\n', '\r', 'a', 'line', '{"a":1}', 'ö', '€', '😀', '਀', 'Ċ', '\0', ' '),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))
const encoded = fc
  .tuple(text, fc.constantFrom('utf8', 'utf8 bom', 'le bom', 'be bom'))
  .map(([plain, how]) => {
    if (how === 'utf8') return Buffer.from(plain)
    if (how === 'utf8 bom') return Buffer.from(`\uFEFF${plain}`)
    const little = Buffer.from(`\uFEFF${plain}`, 'utf16le')
    return how === 'le bom' ? little : little.swap16()
  })
const sizes = fc.array(fc.nat(9), { maxLength: 40 })

test('the cuts in the input change no line', () => {
  fc.assert(
    fc.property(encoded, sizes, (input, cuts) => {
      const whole = read(input)
      const pieces = read(input, cuts)
      expect(pieces.lines).toEqual(whole.lines)
      expect(pieces.count).toBe(whole.count)
      expect(Buffer.concat(pieces.blocks.map((block) => block.bytes))).toEqual(
        input.subarray(whole.encoding.bom),
      )
    }),
  )
})

test('every line has the right offset and number', () => {
  fc.assert(
    fc.property(encoded, sizes, (input, cuts) => {
      const { lines, encoding, count } = read(input, cuts)
      const decoded = encoding.decode(input.subarray(encoding.bom)).split('\n')
      if (decoded.at(-1) === '') decoded.pop()
      expect(lines.map((line) => line.raw)).toEqual(decoded)
      expect(lines.map((line) => line.number)).toEqual(decoded.map((_, index) => index + 1))
      expect(count).toBe(decoded.length)
      for (const { raw, offset } of lines) {
        const bytes = encoding.unit === 1 ? Buffer.from(raw) : encoding.encode(raw)
        expect(input.subarray(offset, offset + bytes.length)).toEqual(bytes)
      }
    }),
  )
})

test('bytes that are not text are kept unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), sizes, (bytes, cuts) => {
      const input = Buffer.from(bytes)
      const { blocks, encoding } = read(input, cuts)
      expect(Buffer.concat(blocks.map((block) => block.bytes))).toEqual(input.subarray(encoding.bom))
    }),
  )
})

test('an empty input has no block', () => {
  expect(read(Buffer.alloc(0))).toMatchObject({ blocks: [], count: 0 })
})

test('a second end has no effect', () => {
  const seen: Block[] = []
  const reader = new LineBlocks(detectEncoding(Buffer.from([0xff, 0xfe])), (block) => seen.push(block))
  reader.push(Buffer.from([0x61]))
  reader.end()
  reader.end()
  expect(seen).toHaveLength(1)
})

describe('a line of 21 MiB', () => {
  const before = 'first\n'
  const long = Buffer.concat([
    Buffer.from(`${before}HEADS`),
    Buffer.alloc(21 * MIB, '€'),
    Buffer.from('TAIL\nlast\n'),
  ])

  test.each([
    ['one piece', []],
    ['pieces of a MiB', Array<number>(30).fill(MIB)],
    ['uneven pieces', Array<number>(300).fill(70_001)],
    ['a piece that ends with it', [long.length - 5]],
    ['a piece that ends before its end', [long.length - 6]],
  ])('is its first and last part, from %s', (_, cuts) => {
    const { blocks, lines, count } = read(long, cuts)
    expect(blocks.map((block) => block.kind)).toEqual(['lines', 'fragment', 'fragment', 'lines'])
    const [, head, tail, last] = lines
    expect(head).toMatchObject({ number: 2, offset: before.length })
    expect(head?.raw).toMatch(/^HEADS€+$/)
    expect(tail?.raw).toMatch(/^€+TAIL\n$/)
    expect(tail?.number).toBe(2)
    expect(tail?.offset).toBe(long.length - 5 - Buffer.byteLength(tail?.raw ?? ''))
    expect(last).toEqual({ raw: 'last', number: 3, offset: long.length - 5 })
    expect(count).toBe(3)
  })

  test('gives the same fragments from any pieces', () => {
    const whole = read(long).blocks
    for (const size of [4096, 65_537, 3 * MIB + 1]) {
      const pieces = read(long, Array<number>(Math.floor(long.length / size)).fill(size)).blocks
      expect(pieces.filter((block) => block.kind === 'fragment')).toEqual(
        whole.filter((block) => block.kind === 'fragment'),
      )
    }
  })

  test('without a line end is cut the same way', () => {
    const { blocks, count } = read(long.subarray(0, long.length - 6), [MIB])
    expect(blocks.map((block) => block.kind)).toEqual(['lines', 'fragment', 'fragment'])
    expect(count).toBe(2)
  })
})

test.each([-1, 0, 1])('the longest line is 8 MiB: %i bytes more or less', (more) => {
  const input = Buffer.concat([Buffer.alloc(8 * MIB + more - 1, 'a'), Buffer.from('\nb\n')])
  const kinds = (cuts: readonly number[]): readonly string[] => [
    ...new Set(read(input, cuts).blocks.map((block) => block.kind)),
  ]
  const expected = more > 0 ? ['fragment', 'lines'] : ['lines']
  for (const cuts of [[], [8 * MIB + more - 1], [8 * MIB + more], [100]])
    expect(kinds(cuts)).toEqual(expected)
})

test('a long line in single bytes is stored once', () => {
  const input = Buffer.alloc(300_000, 'a')
  expect(read(input, Array<number>(300_000).fill(1)).lines).toEqual([
    { raw: 'a'.repeat(300_000), offset: 0, number: 1 },
  ])
})
