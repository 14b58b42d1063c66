import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CardEdit } from './card.ts'
import { editCard } from './edit-card.ts'
import { layouts, renderLayout, type Layout } from '../../tests/examples/card-layouts.ts'
import { parseCard } from './read-card.ts'

const edited = (text: string, edit: CardEdit): string => editCard(parseCard('5.2-card.md', text), edit)

const nameOf = (key: string): string => key.replaceAll(/["' ]/g, '')

/** The layout with other values. A missing key becomes a line at its end. */
function withValues(layout: Layout, values: Readonly<Record<string, string>>): Layout {
  const known = new Set(layout.keys.map(({ key }) => nameOf(key)))
  const added = Object.entries(values).filter(([key]) => !known.has(key))
  return {
    ...layout,
    keys: layout.keys.map((line) => ({ ...line, value: values[nameOf(line.key)] ?? line.value })),
    below: [...layout.below, ...added.map(([key, value]) => `${key}: ${value}`)],
  }
}

test('an edit of keys changes only their values', () => {
  fc.assert(
    fc.property(
      layouts,
      fc.constantFrom('idle', 'queued', 'running', 'failed'),
      fc.constantFrom('implement', 'my-flow', null),
      (layout, status, flow) => {
        const expected = renderLayout(
          withValues(layout, { agent_flow: flow ?? 'null', agent_status: status }),
        )
        expect(edited(renderLayout(layout), { status, flow })).toBe(expected)
        const { agentFlow, agentStatus } = parseCard('x.md', expected)
        expect({ agentFlow, agentStatus }).toEqual({ agentFlow: flow, agentStatus: status })
      },
    ),
  )
})

test('ticking boxes changes one character each', () => {
  fc.assert(
    fc.property(layouts, fc.uniqueArray(fc.nat(5)), (layout, check) => {
      const boxes = layout.boxes.map((box, index) => ({
        ...box,
        isChecked: box.isChecked || check.includes(index),
      }))
      expect(edited(renderLayout(layout), { check })).toBe(renderLayout({ ...layout, boxes }))
    }),
  )
})

const lines = fc.array(fc.stringMatching(/^2025-11-28: Run [\w-]{1,8} [ -~]{0,20}[\w.]$/), {
  minLength: 1,
  maxLength: 3,
})

test('lines become the last items of the History', () => {
  fc.assert(
    fc.property(
      layouts.filter(({ history }) => history !== null),
      lines,
      (layout, added) => {
        const grown = {
          ...layout,
          history: layout.history && { ...layout.history, items: [...layout.history.items, ...added] },
        }
        expect(edited(renderLayout(layout), { lines: added })).toBe(renderLayout(grown))
      },
    ),
  )
})

test('a History is never lost or duplicated', () => {
  fc.assert(
    fc.property(layouts, fc.array(lines, { minLength: 1, maxLength: 4 }), (layout, rounds) => {
      const before = renderLayout(layout)
      const after = rounds.reduce((text, added) => edited(text, { lines: added, status: 'queued' }), before)
      expect(parseCard('x.md', after).history).toEqual([...(layout.history?.items ?? []), ...rounds.flat()])
      expect(after.endsWith('\n')).toBe(before.endsWith('\n'))
      expect(after.includes('\r')).toBe(layout.eol === '\r\n')
      expect(after.split(/^(?:#+ )?(?:\*\*)?History/m)).toHaveLength(3)
    }),
  )
})

/** Strings with a meaning in markdown or YAML, separated by bars. */
const oddParts =
  '---\n|\n|\r\n|agent_status: |idle|agent_flow:| x|: |# |- |[ ] |```\n|## History\n|History:\n|>\n|  |"|\'|{|}|&a |*a|!!str |<!-- |-->\n|? |## Acceptance Criteria\n|> |1. |\t|\uFEFF|😀|...\n|%|owner: '.split(
    '|',
  )

const oddTexts = fc
  .array(fc.constantFrom(...oddParts), { maxLength: 30 })
  .map((parts) => `---\n${parts.join('')}`)

test('an edit of any text is complete or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        oddTexts,
        oddTexts.map((text) => `${text}\n---\n\nHistory:\n- a\n`),
      ),
      (text) => {
        const added = '2025-11-28: Run R started (review).'
        const result = attempt(() => edited(text, { status: 'running', flow: 'review', lines: [added] }))
        if (result === null) return
        const card = parseCard('x.md', result)
        expect(card.agentStatus).toBe('running')
        expect(card.agentFlow).toBe('review')
        expect(card.history.at(-1)).toBe(added)
      },
    ),
    { numRuns: 2000 },
  )
})

/** Null if Mayday refuses with a message. A bug is thrown. */
function attempt(act: () => string): string | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CARD_')) return null
    throw error
  }
}

const keys = (text: string): string => `---\n${text}---\n# T\n`

const odd: readonly (readonly [title: string, before: string, after: string])[] = [
  ['a value behind a comment sign', 'agent_status:   # none\n', 'agent_status: queued   # none\n'],
  ['a tagged value', 'agent_status: !!str idle\n', 'agent_status: !!str queued\n'],
  ['a block of text', 'agent_status: | # c\n  idle\n  x\nowner: a\n', 'agent_status: queued # c\nowner: a\n'],
  ['a value over two lines', 'agent_status: not\n  known\nowner: a\n', 'agent_status: queued\nowner: a\n'],
  ['a map between braces', '{agent_status: idle, owner: a}\n', '{agent_status: queued, owner: a}\n'],
  ['a map between braces without it', '{owner: a}\n', '{agent_status: queued, owner: a}\n'],
  ['empty braces', '{}\n', '{agent_status: queued}\n'],
  ['keys that are all further in', '  owner: a\n', '  owner: a\n  agent_status: queued\n'],
  ['no key at all', '', 'agent_status: queued\n'],
  ['only a comment', '# c\n', '# c\nagent_status: queued\n'],
  ['a last key that is a list', 'a:\n- b\n', 'a:\n- b\nagent_status: queued\n'],
  ['a last key that is a block', 'a: |+\n  b\n\n', 'a: |+\n  b\n\nagent_status: queued\n'],
  ['a question mark before the key', '? agent_status\n: idle\n', '? agent_status\n: queued\n'],
]

test.each(odd)('%s is edited in its place', (_title, before, after) => {
  expect(edited(keys(before), { status: 'queued' })).toBe(keys(after))
})

const unsafe: readonly (readonly [title: string, text: string])[] = [
  ['a value with an alias', 'agent_status: &s idle\nother: *s\n'],
  ['a key without a colon', '{agent_status, owner: a}\n'],
]

test.each(unsafe)('%s is refused', (_title, text) => {
  expect(() => edited(keys(text), { status: 'queued' })).toThrow(/^5\.2-card\.md: it is written so that/)
})

test('a flow that looks like something else is quoted', () => {
  expect(edited(keys('agent_flow: a\n'), { flow: 'null' })).toBe(keys('agent_flow: "null"\n'))
  expect(edited(keys('agent_flow: a\n'), { flow: 'x: #y\n- z' })).toBe(keys('agent_flow: "x: #y / - z"\n'))
})

test('an edit that changes nothing gives the same text', () => {
  const text = keys("agent_status: 'idle'\nagent_flow:\n")
  expect(edited(text, { status: 'idle', flow: null, lines: [], check: [7] })).toBe(text)
})

const history: readonly (readonly [title: string, before: string, after: string])[] = [
  ['a numbered list goes on counting', '## History\n\n9. a\n', '## History\n\n9. a\n10. new\n'],
  ['text behind the list stays behind it', '## History\n- a\n\nEnd.\n', '## History\n- a\n- new\n\nEnd.\n'],
  ['an item of two lines stays whole', '## History\n- a\n  b\nc\n', '## History\n- a\n  b\nc\n- new\n'],
  ['items of an item stay with it', '## History\n- a\n    - b\n', '## History\n- a\n    - b\n- new\n'],
  [
    'code in an item stays in it',
    '## History\n- a\n  ```\n## X\n  ```\n',
    '## History\n- a\n  ```\n## X\n  ```\n- new\n',
  ],
  ['an empty section gets its first item', '## History\n\n## Notes\n', '## History\n\n- new\n\n## Notes\n'],
  ['an empty label gets its first item', 'History:\n\nNotes:\n', 'History:\n- new\n\nNotes:\n'],
  ['a section of prose keeps it first', '## History\nNone yet.\n', '## History\nNone yet.\n\n- new\n'],
  ['a card with labels gets a label', 'Summary:\nx', 'Summary:\nx\n\nHistory:\n- new'],
  ['a card with headings gets a heading', '## Summary\nx\n\n', '## Summary\nx\n\n## History\n\n- new\n'],
  [
    'of two Histories the last one grows',
    '# History\n- a\n# X\n## History\n- b\n',
    '# History\n- a\n# X\n## History\n- b\n- new\n',
  ],
  [
    'lesser headings belong to the section',
    '## History\n### May\n- a\n## X\n',
    '## History\n### May\n- a\n- new\n## X\n',
  ],
  ['an underlined heading is one too', 'History\n-------\n- a\n', 'History\n-------\n- a\n- new\n'],
  [
    'a comment below the list stays below',
    '## History\n- a\n<!-- end -->\n',
    '## History\n- a\n- new\n<!-- end -->\n',
  ],
]

test.each(history)('%s', (_title, before, after) => {
  const matter = '---\nowner: a\n---\n'
  expect(edited(matter + before, { lines: ['new'] })).toBe(matter + after)
})

test('a line of History is one line of text', () => {
  const text = edited(keys('owner: a\n'), { lines: ['one\ntwo\u0007\u001B[31m\r\n# three'] })
  expect(text).toBe(`${keys('owner: a\n')}\n## History\n\n- one / two [31m / # three\n`)
})
