import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'
import type { Example } from './rule.ts'
import { rules } from './rules.ts'

const explainExample = ({ output, stage, exitCode }: Example): Promise<Explanation> =>
  explain(bytesOf(output), {
    ...(stage === undefined ? {} : { stage }),
    ...(exitCode === undefined ? {} : { exitCode }),
  })

test('every rule has its own id', () => {
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length)
})

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('has examples for and against it', () => {
    expect(rule.yes.length).toBeGreaterThan(0)
    expect(rule.no.length).toBeGreaterThan(0)
  })

  test.each(rule.yes)('decides its own example %#', async (example) => {
    const found = await explainExample(example)
    expect({ reason: found.reason, rule: found.rule }).toEqual({ reason: rule.reason, rule: id })
    expect(found.evidence[0]?.line).toBeGreaterThan(0)
  })

  test.each(rule.no)('does not decide its counterexample %#', async (example) => {
    expect((await explainExample(example)).rule).not.toBe(id)
  })
})
