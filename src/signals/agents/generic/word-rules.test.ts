import { describe, expect, test } from 'vitest'
import { asWords } from './as-words.ts'
import { readStatusLine, sentenceOutcome } from './final-status.ts'
import { meaningOf } from './name-meaning.ts'
import { nameRules } from './name-rules.ts'
import { negationRules, outcomeRules, settledRules } from './outcome-rules.ts'
import { outcomeOf } from './outcomes.ts'
import { runRules } from './run-rules.ts'
import { statusRules } from './status-rules.ts'
import { ruleFor, type WordRule } from './word-rule.ts'
import { wordRules } from './word-rules.ts'

const log = (message: string): { message: string; logged: boolean } => ({ message, logged: true })

/** What the reader concludes from an example, for rules that decide only together with others. */
function told(rule: WordRule<string | number>, text: string): boolean {
  const isIn = (rules: readonly WordRule<string | number>[]): boolean => rules.includes(rule)
  if (isIn(statusRules)) return (readStatusLine(text)?.what ?? sentenceOutcome(text)) === rule.means
  if (isIn(runRules)) return readStatusLine(text, log(text))?.what === rule.means
  if (isIn(settledRules) || isIn(outcomeRules)) return outcomeOf(text) === rule.means
  if (isIn(nameRules)) return (meaningOf(text) & Number(rule.means)) !== 0
  return ruleFor([rule], isIn(negationRules) ? asWords(text) : text) !== undefined
}

test('no rule about words shares an id', () => {
  const ids = wordRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each(wordRules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('has examples for and against it', () => {
    expect(rule.yes.length).toBeGreaterThan(0)
    expect(rule.no.length).toBeGreaterThan(0)
  })

  test.each(rule.yes)('%j is read by this rule', (text) => {
    expect(told(rule, text)).toBe(true)
    expect(rule.says.test(text) || rule.says.test(asWords(text))).toBe(true)
  })

  test.each(rule.no)('%j is not', (text) => {
    expect(told(rule, text)).toBe(false)
  })
})

test.each(statusRules)('the first rule that matches is $id', (rule) => {
  for (const line of rule.yes) expect(statusRules.find(({ says }) => says.test(line))?.id).toBe(rule.id)
})
