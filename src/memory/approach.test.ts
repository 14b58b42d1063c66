import { describe, expect, test } from 'vitest'
import { approachOf, goesInCircles } from './approach.ts'
import { exampleFacts } from './examples.ts'

const prompt = 'Fix the login test in src/login.ts. It fails on Mondays.'
const did = { files: ['/p/src/login.ts'], actions: ['Edit src/login.ts', 'Bash npm test'] }

const approach = (lastWords: string, more: Partial<typeof did> = {}): string =>
  approachOf(exampleFacts({ ...did, ...more, lastWords }), prompt, [])

const circles = (...words: readonly string[]): boolean =>
  goesInCircles(words.map((said) => ({ approach: approach(said) })))

describe('the approach of an attempt', () => {
  test('words of prompt and errors tell nothing', () => {
    const facts = exampleFacts({ lastWords: 'I will fix the login test: mock the clock with sinon timers.' })
    const words = approachOf(facts, prompt, [
      { error: 'sinon is missing', context: 'before: mock it' },
    ]).split(' ')
    expect(words).toEqual(['mock', 'clock', 'timer'])
  })

  test('it has at most forty keywords', () => {
    const many = Array.from({ length: 90 }, (_, n) => `word${String.fromCodePoint(97 + (n % 26))}${n}`).join(
      ' ',
    )
    const words = approach(`I will try ${many}.`).split(' ')
    expect(words).toHaveLength(40)
    expect(words).toContain('psrclogints')
  })

  test('an agent without words has none', () => {
    expect(approach('')).toBe('')
    expect(circles('', '', '')).toBe(false)
  })
})

describe('going in circles', () => {
  test('the same plan in other words is found', () => {
    expect(
      circles(
        'I will raise the timeout so that the session cookie can expire first.',
        'Let me raise the session timeout, then the cookie expires earlier.',
        'Trying again with a raised timeout: the session cookie should expire.',
      ),
    ).toBe(true)
  })

  test('different plans on the same files are not', () => {
    expect(
      circles(
        'I will raise the timeout so that the session cookie can expire first.',
        'I will mock the system clock with fake timers and set the weekday.',
        'I will rewrite the date arithmetic to count in UTC days.',
      ),
    ).toBe(false)
  })

  test('two plans by turns are found', () => {
    const [a, b] = [
      'I will raise the timeout of the session cookie.',
      'I will mock the system clock with fake timers.',
    ]
    expect(circles(a, b, a, b)).toBe(true)
    expect(circles(a, b, a)).toBe(false)
  })

  test('two attempts are never a circle', () => {
    const same = 'I will raise the timeout of the session cookie.'
    expect(circles(same, same)).toBe(false)
    expect(circles(same, same, same)).toBe(true)
  })

  test.each(['fingerprint', 'diff'] as const)('the same %s three times is a circle', (what) => {
    const trace = (...values: readonly string[]): boolean =>
      goesInCircles(values.map((value) => ({ [what]: value })))
    expect(trace('a', 'a', 'a')).toBe(true)
    expect(trace('a', 'b', 'a', 'b')).toBe(true)
    expect(trace('a', 'b', 'c', 'a')).toBe(false)
    expect(trace('a', 'a')).toBe(false)
  })
})
