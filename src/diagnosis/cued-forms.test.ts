import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programSuccessRules } from './program-success-rules.ts'
import { successRules } from './success-rules.ts'
import { rules } from './rules.ts'
import { ENDS_IN_ERROR, TELLS } from './text-forms.ts'
import { cued, isHeldBack, worded } from '../signals/cued.ts'
import { neededWords } from '../signals/tools/cue-literals.ts'
import { wordedGenericLines, wordedLastResort, wordedRules, wordedSuccess } from './worded-rules.ts'
import { genericLines } from './generic-lines.ts'
import { lastResortRules } from './last-resort-rules.ts'
import { AGENT_TALK, FIRST_PERSON } from '../signals/agent-talk.ts'
import { DEBUG } from '../signals/statements.ts'
import { verdictForms } from '../signals/tools/verdict-words.ts'
import { TAKES_BACK } from './stated-success.ts'

const forms = [
  TELLS,
  ENDS_IN_ERROR,
  TAKES_BACK,
  AGENT_TALK,
  FIRST_PERSON,
  DEBUG,
  ...verdictForms,
  ...[...successRules, ...programSuccessRules].map(({ says }) => says),
]

/** Every line of the example outputs, and every example of a rule. */
const fixtures = join(import.meta.dirname, '../../tests/fixtures')
const all = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.db'))
  .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
  .concat(successRules.flatMap(({ yes, no }) => [...yes, ...no].flatMap(({ output }) => output.split('\n'))))
  .filter((line) => line.length < 2000)
const lines = [...new Set(all)]

test('a cue holds back no line that its form matches', () => {
  const missed = forms.flatMap((form) => {
    const bare = new RegExp(form.source, form.flags)
    return lines.filter((line) => isHeldBack(form, line) && bare.test(line))
  })
  expect(lines.length).toBeGreaterThan(5000)
  expect(missed).toEqual([])
})

test('a form is not tested without its cue', () => {
  const form = cued(/cart/, /^the (?:cart|shop)$/)
  expect([form.test('the cart'), form.test('the shop'), form.test('a cart')]).toEqual([true, false, false])
})

const bareForms = [
  ...rules.flatMap(({ says }) => says ?? []),
  ...lastResortRules.flatMap(({ says }) => says),
  ...successRules.map(({ says }) => says),
  ...genericLines.map(({ form }) => form),
]
const wordedForms = [
  ...wordedRules.flatMap(({ says }) => says ?? []),
  ...wordedLastResort.flatMap(({ says }) => says),
  ...wordedSuccess.map(({ says }) => says),
  ...wordedGenericLines.map(({ form }) => form),
]

test('no line that a rule reads lacks its words', () => {
  const missed = bareForms.flatMap((form, at) => {
    const { source, flags } = wordedForms[at] ?? /(?!)/
    expect({ source, flags }).toEqual({ source: form.source, flags: form.flags })
    const bare = new RegExp(form.source, form.flags)
    const needed = neededWords(form)
    return lines.filter((line) => bare.test(line) && !hasOneOf(needed, line.toLowerCase()))
  })
  expect(missed).toEqual([])
})

const hasOneOf = (words: readonly string[] | null, line: string): boolean =>
  words?.some((word) => line.includes(word)) !== false

test('a form is not compiled for a line without its words', () => {
  const form = worded(/cart|.hop/, ['shop'])
  expect([form.test('a cart'), form.test('a shop'), form.test('a cart')]).toEqual([false, true, true])
})
