import { expect, test } from 'vitest'
import { sessions as claudeSessions } from '../agents/claude/sessions.ts'
import { sessions as gooseSessions } from '../agents/goose/sessions.ts'
import { lastStampIn } from './stamps.ts'

const { format } = claudeSessions

test('the last time in the bytes counts', () => {
  const bytes = Buffer.from(
    '{"timestamp":"2026-11-16T10:00:00Z"}\n{"timestamp":"2026-11-16T11:00:00Z"}\n{"no":1}\n',
  )
  expect(lastStampIn(bytes, format)).toBe(Date.parse('2026-11-16T11:00:00Z'))
})

test('a record without a time is skipped', () => {
  const bytes = Buffer.from(
    '{"timestamp":"2026-11-16T10:00:00Z"}\n{"type":"queue-operation","timestamp":"2026-11-16T11:00:00Z"}\n',
  )
  expect(lastStampIn(bytes, format)).toBe(Date.parse('2026-11-16T10:00:00Z'))
})

test('numbers are milliseconds or seconds', () => {
  expect(lastStampIn(Buffer.from('{"timestamp":1794845116900}\n'), format)).toBe(1794845116900)
  expect(lastStampIn(Buffer.from('{"created":1794845116}\n'), gooseSessions.format)).toBe(1794845116000)
})

test.each(['{"timestamp":"soon"}', '{"timestamp":null}', '{"timestamp":-5}', '', '{"timestamp":1e999}'])(
  'no time is found in %s',
  (text) => {
    expect(lastStampIn(Buffer.from(text), format)).toBeNull()
  },
)
