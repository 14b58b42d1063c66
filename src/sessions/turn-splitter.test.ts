import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessions as aiderSessions } from '../agents/aider/sessions.ts'
import { sessions as claudeSessions } from '../agents/claude/sessions.ts'
import type { SessionFormat } from '../agents/session-place.ts'
import { TurnSplitter } from './turn-splitter.ts'

const asked = (content: string, at: number): object => ({
  parentUuid: 'p',
  isSidechain: false,
  type: 'user',
  message: { role: 'user', content },
  timestamp: new Date(at).toISOString(),
})
const said = (text: string): object => ({
  parentUuid: 'p',
  type: 'assistant',
  message: { content: [{ text }] },
})
const result = (content: string): object => ({
  parentUuid: 'p',
  isSidechain: false,
  type: 'user',
  message: { content: [{ tool_use_id: 't', type: 'tool_result', content }] },
})
const lines = (...records: readonly object[]): Buffer =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

/** The prompt and the bytes of each turn. Bytes before the first prompt have the prompt ''. */
function turnsIn(chunks: readonly Buffer[], format: SessionFormat): readonly (readonly [string, string])[] {
  const turns: [string, string][] = [['', '']]
  const splitter = new TurnSplitter(format, {
    news: (news) => {
      if (news.opensTurn === true) turns.push([news.asked ?? '', ''])
    },
    bytes: (bytes) => {
      const turn = turns.at(-1)
      if (turn !== undefined) turn[1] += bytes.toString('latin1')
    },
  })
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return turns
}

const session = lines(
  said('before'),
  asked('One.', 1e12),
  said('a'),
  result('type "user"'),
  asked('Two.', 2e12),
  said('b'),
)

test('a prompt opens a turn, a result does not', () => {
  const turns = turnsIn([session], claudeSessions.format)
  expect(turns.map(([name]) => name)).toEqual(['', 'One.', 'Two.'])
  expect(turns.map(([, bytes]) => bytes).join('')).toBe(session.toString('latin1'))
})

test('chunk boundaries change nothing', () => {
  const whole = turnsIn([session], claudeSessions.format)
  fc.assert(
    fc.property(fc.array(fc.nat(session.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), session.length]
      const chunks = places.slice(1).map((end, index) => session.subarray(places[index], end))
      expect(turnsIn(chunks, claudeSessions.format)).toEqual(whole)
    }),
  )
})

test('a line without an end is passed on in pieces', () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const pieces = Array.from({ length: 12 }, () => piece)
  const kept: number[] = []
  const splitter = new TurnSplitter(claudeSessions.format, {
    news: () => {},
    bytes: (bytes) => kept.push(bytes.length),
  })
  for (const one of pieces) splitter.push(one)
  splitter.end()
  expect(Math.max(...kept)).toBeLessThan(10 * piece.length)
  expect(kept.reduce((sum, size) => sum + size, 0)).toBe(12 * piece.length)
})

test('lines of one prompt in plain text are one turn', () => {
  const history = Buffer.from('# aider chat started\n#### Fix it\n#### and test it\n\nDone.\n#### Next\n')
  expect(turnsIn([history], aiderSessions.format).map(([name]) => name)).toEqual(['', 'Fix it', 'Next'])
})

test('records of the same prompt are one turn', () => {
  const same = { ...asked('Two.', 2), promptId: 'p-1' }
  const turns = turnsIn([lines({ ...asked('One.', 1), promptId: 'p-1' }, same)], claudeSessions.format)
  expect(turns.map(([name]) => name)).toEqual(['', 'One.'])
})
