import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programSuccessRules } from './program-success-rules.ts'
import { successRules } from './success-rules.ts'
import { ENDS_IN_ERROR, TELLS } from './text-forms.ts'
import { cued, isHeldBack } from '../signals/cued.ts'

const forms = [TELLS, ENDS_IN_ERROR, ...[...successRules, ...programSuccessRules].map(({ says }) => says)]

/** Every line of the example outputs, and every example of a rule. */
const fixtures = join(import.meta.dirname, '../../tests/fixtures')
const lines = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.db'))
  .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
  .concat(successRules.flatMap(({ yes, no }) => [...yes, ...no].flatMap(({ output }) => output.split('\n'))))
  .filter((line) => line.length < 2000)

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
