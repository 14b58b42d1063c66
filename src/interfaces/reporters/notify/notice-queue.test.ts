import { expect, test } from 'vitest'
import type { Notice } from '../../../recovery/notices.ts'
import { enqueued, putBack, taken, type Kept } from './notice-queue.ts'

const HOUR_MS = 3_600_000
const EMPTY: Kept = { waiting: [], sent: [], messages: [], gates: {} }

const notice = (key: string, kind: Notice['kind'] = 'gave-up'): Notice => ({
  kind,
  key,
  escalations: [],
  title: `about ${key}`,
  text: '',
})

const keysOf = (messages: readonly { readonly key: string }[]): readonly string[] =>
  messages.map(({ key }) => key)

test('one cause is one notice while it waits', () => {
  const kept = enqueued(enqueued(EMPTY, [notice('a'), notice('b')], 0), [notice('a'), notice('a')], 1)
  expect(keysOf(kept.waiting)).toEqual(['b', 'a'])
})

test('one cause is reported once an hour', () => {
  const [sent] = taken(enqueued(EMPTY, [notice('a')], 0), 10, 0)
  expect(enqueued(sent, [notice('a')], HOUR_MS - 1).waiting).toEqual([])
  expect(keysOf(enqueued(sent, [notice('a')], HOUR_MS).waiting)).toEqual(['a'])
})

test('a reminder that needs a person is repeated', () => {
  const [sent] = taken(enqueued(EMPTY, [notice('a', 'person')], 0), 10, 0)
  expect(keysOf(enqueued(sent, [notice('a', 'person')], 1).waiting)).toEqual(['a'])
})

test('many notices become one message', () => {
  const kept = enqueued(
    EMPTY,
    ['a', 'b', 'c', 'd'].map((key) => notice(key)),
    0,
  )
  const [after, messages] = taken(kept, 10, 0)
  expect(messages.map(({ title, text }) => [title, text])).toEqual([
    ['Mayday: 4 notices', '- about a\n- about b\n- about c\n- about d'],
  ])
  expect([after.waiting, after.messages]).toEqual([[], [0]])
})

test('a full hour keeps the rest for later', () => {
  let kept = EMPTY
  const sentAt: number[] = []
  for (let minute = 0; minute < 180; minute += 1) {
    const [next, messages] = taken(
      enqueued(kept, [notice(`n${minute}`)], minute * 60_000),
      3,
      minute * 60_000,
    )
    kept = next
    sentAt.push(...messages.map(() => minute))
  }
  for (const from of sentAt)
    expect(sentAt.filter((at) => at >= from && at < from + 60).length).toBeLessThanOrEqual(3)
  expect(sentAt.length).toBe(9)
})

test('a notice that fails is given up in the end', () => {
  const [first] = enqueued(EMPTY, [notice('a')], 0).waiting
  let kept = EMPTY
  let one = first
  let isKept = true
  let tries = 0
  while (one !== undefined && isKept && tries < 100) {
    ;[kept, isKept] = putBack({ ...kept, waiting: [] }, one)
    one = kept.waiting[0]
    tries += 1
  }
  expect(tries).toBe(5)
})
