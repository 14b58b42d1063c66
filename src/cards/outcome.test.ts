import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardPrompt } from './card-prompt.ts'
import { nothingReported, readOutcome } from './outcome.ts'
import { parseCard } from './read-card.ts'

test('an outcome is read from a line of JSON', () => {
  expect(readOutcome('All done.\n{"checkedCriteria":[2,0,2]}').checkedCriteria).toEqual([0, 2])
  expect(readOutcome('  {"sources":["a",{"url":"b"},"",null,3]}  \r\nBye').sources).toBe(2)
})

test('an outcome is read from a fence of JSON', () => {
  const words = `Reviewed.
\`\`\`json
{
  "findings": [
    {"severity": "blocking", "file": "a.ts"}, {"severity": "info"}, {"severity": "odd"}, "info"
  ],
  "overall": "revise"
}
\`\`\``
  expect(readOutcome(words)).toEqual({
    ...nothingReported,
    findings: { blocking: 1, warn: 0, info: 1 },
    overall: 'revise',
  })
})

test('the last of several reports counts', () => {
  const words = '{"checkedCriteria":[0]}\n```json\n{"checkedCriteria":[1]}\n```\nor so'
  expect(readOutcome(words).checkedCriteria).toEqual([1])
})

const nothing: readonly string[] = [
  '',
  'I checked criteria 0 and 1.',
  'the report is {"checkedCriteria":[0]} as you see',
  '{"checkedCriteria":"0"}',
  '{"checkedCriteria":[-1,0.5,"1",null]}',
  '```\n{"checkedCriteria":\n[0]}\n```',
  '{"checkedCriteria":[0]',
  '[{"checkedCriteria":[0]}]',
  '{"checkedCriteria":[0]} {"checkedCriteria":[1]}',
  '{"overall":"fine","findings":{"severity":"info"},"sources":7}',
]

test.each(nothing)('nothing is checked by %j', (words) => {
  expect(readOutcome(words)).toEqual(nothingReported)
})

test('every text gives a bounded outcome', () => {
  const json = fc.json().map((value) => `{"checkedCriteria":${value},"findings":${value},"sources":${value}}`)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        json,
        json.map((one) => `\`\`\`json\n${one}\n\`\`\``),
      ),
      (words) => {
        const { checkedCriteria } = readOutcome(words)
        expect(checkedCriteria.every((index) => Number.isSafeInteger(index) && index >= 0)).toBe(true)
        expect(new Set(checkedCriteria).size).toBe(checkedCriteria.length)
      },
    ),
  )
})

const card = parseCard(
  'p/5.2-a.md',
  '---\nbranch: b\n---\n# A card\n\n## Acceptance Criteria\n- [ ] one\n- [x] two\n',
)

test('a prompt contains the card and the report', () => {
  const prompt = cardPrompt(card, 'implement')
  for (const part of [
    'A card',
    'p/5.2-a.md',
    'Its branch: b',
    '- [ ] one',
    '0: one\n1: two (already met)',
    '"checkedCriteria"',
  ])
    expect(prompt).toContain(part)
  expect(prompt).not.toContain('branch: b\n---')
  expect(cardPrompt(card, 'review')).toContain('"overall"')
  expect(cardPrompt(card, 'research')).toContain('"sources"')
  expect(cardPrompt(card, 'plan')).toContain('The flow is plan')
})

test.each(['implement', 'review', 'research'])('an echo of a prompt to %s reports nothing', (flow) => {
  expect(readOutcome(cardPrompt(card, flow))).toEqual(nothingReported)
  expect(readOutcome(cardPrompt(card, flow).replaceAll(': {', ':\n{').replaceAll('}. ', '}\n'))).toEqual(
    nothingReported,
  )
})

test('a long card is cut with a note', () => {
  const long = `---\n---\n# T\n\n## Acceptance Criteria\n${'- [ ] größer\n'.repeat(8000)}`
  const prompt = cardPrompt(parseCard('a.md', long), 'implement')
  expect(Buffer.byteLength(prompt)).toBeLessThan(62 * 1024)
  expect(prompt).toContain('(Cut here after 48 KiB; the whole card is in a.md.)')
  expect(prompt).toContain('(Cut here after 12 KiB; the numbers continue in the order of a.md.)')
})
