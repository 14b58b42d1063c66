import { expect, test } from 'vitest'
import { segmentsOf } from './segments.ts'

const plain = (text: string) => ({ text, kind: 'plain' }) as const

test('marks and pieces are cut at all their borders', () => {
  const parts = [
    { text: 'const a', isMarked: false },
    { text: 'b = ', isMarked: true },
    { text: "'x'", isMarked: false },
  ]
  const pieces = [
    { text: 'const', kind: 'keyword' } as const,
    plain(' ab = '),
    { text: "'x'", kind: 'string' } as const,
  ]
  expect(segmentsOf(parts, pieces)).toEqual([
    { text: 'const', isMarked: false, kind: 'keyword' },
    { text: ' a', isMarked: false, kind: 'plain' },
    { text: 'b = ', isMarked: true, kind: 'plain' },
    { text: "'x'", isMarked: false, kind: 'string' },
  ])
})

test('without pieces only the marks are left', () => {
  const parts = [{ text: 'a', isMarked: true }]
  expect(segmentsOf(parts, undefined)).toEqual([{ text: 'a', isMarked: true, kind: 'plain' }])
})
