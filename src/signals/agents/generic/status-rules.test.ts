import { describe, expect, test } from 'vitest'
import { readStatusLine, sentenceOutcome } from './final-status.ts'
import { outcomeRules } from './outcome-rules.ts'
import { outcomeOf } from './outcomes.ts'
import { statusRules, type StatusRule } from './status-rules.ts'

const told = (line: string): string | undefined =>
  readStatusLine(line)?.what ?? sentenceOutcome(line) ?? undefined

const byId = (rules: readonly StatusRule[]): [string, StatusRule][] => rules.map((rule) => [rule.id, rule])

test('no status or outcome rule shares an id', () => {
  const ids = [...statusRules, ...outcomeRules].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each(byId(statusRules))('%s', (_, rule) => {
  test.each(rule.yes)('%j is read by this rule', (line) => {
    expect(told(line)).toBe(rule.what)
    expect(statusRules.find(({ says }) => says.test(line))?.id).toBe(rule.id)
  })

  test.each(rule.no)('%j is no such report', (line) => {
    expect(told(line)).not.toBe(rule.what)
  })
})

describe.each(byId(outcomeRules))('%s', (_, rule) => {
  test.each(rule.yes)('%j is read by this rule', (word) => {
    expect(outcomeOf(word)).toBe(rule.what)
  })

  test.each(rule.no)('%j says nothing of it', (word) => {
    expect(outcomeOf(word)).not.toBe(rule.what)
  })
})
