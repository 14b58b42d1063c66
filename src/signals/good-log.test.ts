import { expect, test } from 'vitest'
import { GoodLog, GoodRuns } from './good-log.ts'
import { KnownShapes } from './known-shapes.ts'

function read(text: string | Buffer, chunkBytes = 1 << 20): { shapes: KnownShapes; runs: GoodRuns } {
  const bytes = Buffer.from(text)
  const shapes = new KnownShapes()
  const log = new GoodLog(shapes)
  for (let at = 0; at < bytes.length; at += chunkBytes) log.push(bytes.subarray(at, at + chunkBytes))
  log.end()
  return { shapes, runs: new GoodRuns(shapes, 'good.log') }
}

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'omega']
const LINES = WORDS.flatMap((one) => WORDS.map((other) => `compiled ${one} with ${other} in 3 ms`))

test('the chunks of the log do not matter', () => {
  const text = `${LINES.join('\n')}\nünïcode ✓ done\nno newline at the end`
  for (const chunkBytes of [1, 3, 7, 600]) {
    const { shapes, runs } = read(text, chunkBytes)
    expect(shapes.size).toBe(LINES.length + 2)
    for (const line of text.split('\n')) expect(runs.newSince(line, [])).toBeNull()
    expect(runs.newSince('compiled alpha with nothing', [])).toBe('good.log')
  }
})

test('the prefix of a CI system is no part of a line', () => {
  const raw = LINES.map((line, at) => `2026-02-01T10:00:${String(at).padStart(2, '0')}.1234567Z ${line}`)
  const view = LINES.map((line) => `build\tRun make\t2026-02-01T10:00:00.1234567Z ${line}`)
  for (const lines of [raw, view]) {
    const { runs } = read(lines.join('\n'))
    for (const line of LINES) expect(runs.newSince(line, [])).toBeNull()
  }
})

test('colours and overwritten progress are read as displayed', () => {
  const { runs } = read('\u001B[31mred words\u001B[0m\nstep one 10%\rstep two 90%\r\n')
  for (const line of ['red words', 'step one 55%', 'step two 60%']) expect(runs.newSince(line, [])).toBeNull()
})

test('a UTF-16 log is read as text', () => {
  const { runs } = read(Buffer.from('\uFEFFlinking the program\r\n', 'utf16le'))
  expect(runs.newSince('linking the program', [])).toBeNull()
})

test('a secret that the good log masks is not new', () => {
  const { runs } = read('password is ******* today\n')
  expect(runs.newSince('password is hunterb today', ['hunterb'])).toBeNull()
  expect(runs.newSince('password is hunterb today', [])).toBe('good.log')
})
