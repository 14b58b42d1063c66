import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExcerptReader, renderExcerpt, type Excerpt } from './excerpt.ts'
import { textOf } from './shown-line.ts'

function excerptOf(log: string | Buffer, wanted: readonly number[] = [], chunk = 1 << 20): Excerpt {
  const bytes = Buffer.from(log)
  const reader = new ExcerptReader({ secrets: [], wanted })
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk))
  return reader.end()
}

const filler = (count: number): string =>
  Array.from({ length: count }, (_, at) => `step ${at} went well and had nothing to say at all\n`).join('')

test('a long log keeps head, trouble and end', () => {
  const log = `first line\n${filler(5000)}E: widget failed to turn\nand it stayed there\n${filler(5000)}last line\n`
  const excerpt = excerptOf(log)
  const text = renderExcerpt(excerpt)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024)
  expect(text).toContain('1| first line\n')
  expect(text).toContain('5002| E: widget failed to turn\n5003| and it stayed there\n')
  expect(text).toMatch(/\n10004\| last line$/)
  expect(text).toMatch(/\n… \d+ lines left out\n/)
  expect(excerpt.lineCount).toBe(10004)
})

test('lines of evidence are always included', () => {
  const log = filler(10_000)
  expect(excerptOf(log).lines.some(({ number }) => number === 5000)).toBe(false)
  expect(excerptOf(log, [5000]).lines.some(({ number }) => number === 5000)).toBe(true)
})

test('a record of megabytes is cut to pieces', () => {
  const record = `{"pad":"${'x'.repeat(2_000_000)}"}`
  const long = `{"a":"${'y'.repeat(3000)}","error":"the widget broke","b":"${'z'.repeat(3000)}"}`
  const [first, second] = excerptOf(`${record}\n${long}\n`).lines
  expect(first?.pieces.length).toBeLessThanOrEqual(4)
  const piece = second?.pieces.find(({ text }) => text.includes('the widget broke'))
  const start = Buffer.from(`${record}\n${long}`).subarray(piece?.byteOffset).toString()
  expect(start.startsWith(piece?.text ?? 'none')).toBe(true)
})

test('UTF-16 keeps its numbers and offsets', () => {
  const log = Buffer.from('\uFEFFstarting\r\nthe widget failed\r\n', 'utf16le')
  const [, second] = excerptOf(log).lines
  expect(second).toEqual({ number: 2, pieces: [{ text: 'the widget failed', byteOffset: 22 }] })
})

test('chunk sizes do not matter and bounds hold', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constant('error: it failed'),
    fc.constant('\u001B[31mred\r'),
  )
  const log = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 50 }), (text, chunk) => {
      const whole = excerptOf(text)
      expect(excerptOf(text, [], chunk)).toEqual(whole)
      expect(Buffer.byteLength(renderExcerpt(whole))).toBeLessThanOrEqual(24 * 1024)
      expect(whole.lines.every((one) => !/[\n\r]/.test(textOf(one)))).toBe(true)
    }),
  )
})
