import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hardLimit, limitOfFlow, softLimit, type Limits } from './limits.ts'
import { pick, type Candidate } from './pick.ts'

const free = { flows: [], held: new Set<string>() }
const task = (number: number, flow = 'implement', needs: readonly string[] = []): Candidate => ({
  task: number,
  flow,
  needs,
})
const numbers = (candidates: readonly Candidate[]): readonly number[] => candidates.map((one) => one.task)

describe('pick', () => {
  it('takes the oldest tasks up to the limit', () => {
    const limits = { concurrency: 2, perFlow: {} }
    expect(numbers(pick([task(7), task(3), task(5)], free, limits))).toEqual([7, 3])
  })

  it('skips a task whose lock is held', () => {
    const busy = { flows: ['implement'], held: new Set(['tree:a']) }
    const candidates = [task(1, 'implement', ['tree:a']), task(2, 'implement', ['tree:b'])]
    expect(numbers(pick(candidates, busy, { concurrency: 2, perFlow: {} }))).toEqual([2])
  })

  it('never picks two tasks that need one lock', () => {
    const candidates = [task(1, 'implement', ['phase:5']), task(2, 'review', ['phase:5'])]
    expect(numbers(pick(candidates, free, { concurrency: 4, perFlow: {} }))).toEqual([1])
  })

  it('starts another flow if one is full', () => {
    const limits = { concurrency: 4, perFlow: { implement: 1 } }
    expect(numbers(pick([task(1), task(2), task(3, 'review')], free, limits))).toEqual([1, 3])
  })

  it('keeps the limits for any input', () => {
    const flow = fc.constantFrom('implement', 'review', 'research')
    const candidate = fc.record({
      task: fc.nat(),
      flow,
      needs: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }),
    })
    const limits: fc.Arbitrary<Limits> = fc.record({
      concurrency: fc.integer({ min: 1, max: 5 }),
      perFlow: fc.dictionary(flow, fc.integer({ min: 1, max: 5 })),
    })
    fc.assert(
      fc.property(
        fc.array(candidate),
        fc.array(flow, { maxLength: 5 }),
        limits,
        (candidates, flows, most) => {
          const picked = pick(candidates, { flows, held: new Set(['d']) }, most)
          const all = [...flows, ...picked.map((one) => one.flow)]
          expect(picked.length === 0 || all.length <= most.concurrency).toBe(true)
          for (const one of picked)
            expect(all.filter((name) => name === one.flow).length).toBeLessThanOrEqual(
              limitOfFlow(most, one.flow),
            )
          const needs = picked.flatMap((one) => one.needs)
          expect(new Set(needs).size).toBe(needs.length)
          expect(needs).not.toContain('d')
          // First in, first out: no task overtakes an earlier one that could have started.
          const order = picked.map((one) => candidates.indexOf(one))
          expect(order).toEqual(order.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('the limits of the queue', () => {
  it('are 8 and 16 for a concurrency of one', () => {
    expect([softLimit(1), hardLimit(1)]).toEqual([8, 16])
  })

  it('grow with the concurrency of the queue', () => {
    expect([softLimit(4), hardLimit(4)]).toEqual([16, 32])
  })
})
