/** Detects slow code without a clock: it counts how often the fields of a record are read. */
import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput } from '../../../../tests/captures.ts'
import { isObject, type JsonObject } from '../../bytes/records.ts'
import { Notes } from '../../notes.ts'
import { readGeneric } from './generic.ts'
import { remembered } from './remembered.ts'

/** The number of reads of the fields of this record, and of the objects inside it. */
function looksAt(record: JsonObject): number {
  let looks = 0
  const watch = (one: unknown): unknown =>
    typeof one === 'object' && one !== null
      ? new Proxy(one, {
          get: (target, key) => {
            looks += 1
            return watch(Reflect.get(target, key))
          },
        })
      : one
  const watched = watch(record)
  if (isObject(watched)) readGeneric(new Notes({ file: '-', now: new Date(0) })).record?.(watched)
  return looks
}

const LONG = 'error: it failed, retry the limit '.repeat(100)

test.each([
  { ts: 1, level: 'info', logger: 'a', message: LONG, pid: 1, step: 2, host: 'h', trace: 't' },
  { level: 30, time: 1, pid: 2, hostname: 'h', reqId: 'r', msg: LONG, v: 1 },
  { type: 'tool_output', seq: 1, tool: 'bash', call_id: 'c', stdout: LONG, stderr: '', duration: 1 },
  { a: 1, b: LONG, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7, i: 8, j: 9, k: 10, l: 11, m: 12 },
  { event: 'step', step: 1, output: LONG, n1: 1, n2: 2, n3: 3, n4: 4, n5: 5, n6: 6 },
])('a record without known fields needs few reads', (record) => {
  expect(looksAt(record)).toBeLessThanOrEqual(2 * Object.keys(record).length)
})

test('objects without known fields are read once', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ at, note: LONG, inner: {} }))
  // The list's length, the element, and its three fields.
  expect(looksAt({ items })).toBeLessThan(500 * 5 + 10)
})

test('a record with many known fields is read fully', () => {
  const telling = { type: 'error', status: 500, message: LONG, error: { code: 'overloaded_error' } }
  expect(looksAt(telling)).toBeGreaterThan(10 * Object.keys(telling).length)
})

test('one useful record among many is found', () => {
  const boring = Array.from({ length: 300 }, (_, step) => ({ ts: step, level: 'info', message: LONG, step }))
  const output = jsonLines(...boring, { ts: 1, level: 'info', message: LONG, status: 'max_turns' })
  expect(lastTrouble(readOutput(output))).toBe('turn-limit')
  expect(lastTrouble(readOutput(jsonLines(...boring)))).toBe('none')
})

test('only the answers for short words are cached', () => {
  const asked: string[] = []
  const lengthOf = remembered((word) => {
    asked.push(word)
    return word.length
  }, 5)
  expect(['ab', 'ab', 'abc', 'ab', 'abcdef', 'abcdef'].map(lengthOf)).toEqual([2, 2, 3, 2, 6, 6])
  expect(asked).toEqual(['ab', 'abc', 'abcdef', 'abcdef'])
  for (let at = 0; at < 5000; at += 1) expect(lengthOf(String(at))).toBe(String(at).length)
})
