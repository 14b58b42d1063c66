import { expect, test } from 'vitest'
import { Contact } from './contact.ts'

const LEASE_MS = 1000

/** Answers at these instants; may the node judge at the last one? */
function mayJudge(...instants: readonly number[]): boolean {
  let now = 0
  const contact = new Contact(LEASE_MS, () => now)
  for (const at of instants) {
    now = at
    contact.answered()
  }
  return contact.mayJudge
}

test('nobody judges before the first answer', () => {
  expect(new Contact(LEASE_MS, () => 5000).mayJudge).toBe(false)
})

test('a whole lease of answers is needed', () => {
  expect(mayJudge(0, 400, 800)).toBe(false)
  expect(mayJudge(0, 400, 800, 1000)).toBe(true)
})

test('a gap restarts the lease', () => {
  expect(mayJudge(0, 400, 1000, 1400, 1800)).toBe(false)
  expect(mayJudge(0, 400, 1000, 1400, 1800, 2000)).toBe(true)
})
