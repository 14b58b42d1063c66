import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'
import type { Example } from './rule.ts'
import { rules } from './rules.ts'
import { successRules } from './success-rules.ts'

const explainExample = ({ output, stage }: Example): Promise<Explanation> =>
  explain(bytesOf(output), stage === undefined ? {} : { stage })

test('no success rule shares an id', () => {
  const ids = [...successRules, ...rules].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each(successRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('has examples for and against it', () => {
    expect(rule.yes.length).toBeGreaterThan(0)
    expect(rule.no.length).toBeGreaterThan(0)
  })

  test.each(rule.yes)('proves its own example %#', async (example) => {
    const found = await explainExample(example)
    expect({ verdict: found.verdict, rule: found.rule }).toEqual({ verdict: 'succeeded', rule: id })
    expect(found.evidence[0]?.line).toBeGreaterThan(0)
  })

  test.each(rule.no)('does not decide its counterexample %#', async (example) => {
    expect((await explainExample(example)).verdict).not.toBe('succeeded')
  })
})
