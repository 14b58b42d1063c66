import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CardError } from './card-error.ts'
import { layouts, renderLayout } from '../../tests/examples/card-layouts.ts'
import { parseCard, readBoardCard, readCard } from './read-card.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-cards-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string): string => join(folder, name)

const CARD = `---
owner: bri
agent_flow: null
agent_status: idle # at rest
branch: 1.10
risk: normal
review: not-requested
parallelizable: true
points: [1, 2]
---

# 5.2 Locks for cards #

Summary:
Keep two runs off one card.

Acceptance Criteria:
- [ ] one
  * [x] two, nested
    \`\`\`
    - [ ] only shown
    \`\`\`
- [X] three
- [] no box

Notes:
- [ ] elsewhere

History:
- 2025-11-22: Card created
  by an agent.
- 2025-11-23: Moved.
`

test('a card is read with all its content', () => {
  mkdirSync(path('phase-5-flows/in-progress'), { recursive: true })
  const file = path('phase-5-flows/in-progress/5.2-locks.md')
  writeFileSync(file, CARD)
  expect(readCard(file)).toEqual({
    path: file,
    text: CARD,
    owner: 'bri',
    agentFlow: null,
    agentStatus: 'idle',
    branch: '1.10',
    risk: 'normal',
    review: 'not-requested',
    isParallel: true,
    keys: expect.objectContaining({ points: [1, 2], parallelizable: true, agent_flow: null }),
    title: '5.2 Locks for cards',
    summary: 'Keep two runs off one card.',
    phase: '5.2',
    folder: 'in-progress',
    criteria: [
      { index: 0, text: 'one', isChecked: false },
      { index: 1, text: 'two, nested', isChecked: true },
      { index: 2, text: 'three', isChecked: true },
    ],
    history: ['2025-11-22: Card created by an agent.', '2025-11-23: Moved.'],
  })
})

test('headings and labels give the same card', () => {
  const text = CARD.replaceAll(/^(Summary|Acceptance Criteria|Notes|History):$/gm, '### $1')
  const { path: _path, text: _text, keys: _keys, ...labels } = parseCard('a.md', CARD)
  expect(parseCard('a.md', text)).toMatchObject(labels)
})

test('a card without sections still has a title', () => {
  const { title, summary, criteria, history, phase } = parseCard('phase-7-x/done/notes.md', '---\n---')
  expect({ title, summary, criteria, history, phase }).toEqual({
    title: 'notes',
    summary: '',
    criteria: [],
    history: [],
    phase: '7',
  })
})

test('the phase comes from the name or folder', () => {
  const phaseOf = (at: string): string | null => parseCard(at, '---\n---\n').phase
  expect(phaseOf('phase-5-flows/done/6.12-x.md')).toBe('6.12')
  expect(phaseOf('phase-05/done/readme.md')).toBe('05')
  expect(phaseOf('done/readme.md')).toBeNull()
})

const malformed: readonly (readonly [title: string, text: string, message: string])[] = [
  [
    'no frontmatter',
    '# Title\n',
    "1: a card begins with a '---' line, its keys and another '---' line; add them.",
  ],
  ['an empty file', '', "1: a card begins with a '---' line, its keys and another '---' line; add them."],
  [
    'a frontmatter that is never closed',
    '---\nowner: a\n# Title\n',
    "1: the frontmatter that begins here is never closed; add a '---' line after its last key.",
  ],
  [
    'a key that stands twice',
    '---\na: 1\nb: 2\na: 3\n---\n',
    "4: the key 'a' occurs here a second time; remove one of them.",
  ],
  [
    'a list for a frontmatter',
    '---\n- a\n---\n',
    "2: the frontmatter has to be lines of 'key: value'; correct it.",
  ],
  [
    'a word for a frontmatter',
    '---\nword\n---\n',
    "2: the frontmatter has to be lines of 'key: value'; correct it.",
  ],
  [
    'a second frontmatter',
    '---\nowner: a\n---\nowner: b\nx: 1\n---\n# T\n',
    '4: a second YAML document begins here; keep one frontmatter and remove the other.',
  ],
  [
    'a second frontmatter with its own lines',
    '---\nowner: a\n---\n---\nagent_status: idle\n---\n# T\n',
    '4: a second YAML document begins here; keep one frontmatter and remove the other.',
  ],
  [
    'a document that ends in the middle',
    '---\nowner: a\n...\nrisk: low\n---\n# T\n',
    '4: a second YAML document begins here; keep one frontmatter and remove the other.',
  ],
  ['a mark of its end', '---\nowner: a\n...\n---\n# T\n', "3: the line '...' ends the YAML; remove it."],
  [
    'a list for a status',
    '---\nagent_status: [idle]\n---\n',
    ' agent_status has to be one word, not a list or a map; correct it.',
  ],
  [
    'a fence that is never closed',
    '---\na: 1\n---\n# T\n```\ncode\n',
    '5: the code fence or comment that begins here is never closed and would include the History; close it.',
  ],
]

test.each(malformed)('%s is refused in one sentence', (_title, text, message) => {
  expect(outcome(() => parseCard('a.md', text))).toBe(`a.md:${message}`)
})

test('broken YAML is named with its line', () => {
  expect(() => parseCard('a.md', '---\nowner: a\nrisk: [low\n---\n# T\n')).toThrow(
    /^a\.md:\d: the frontmatter is not YAML that can be read \([^()]+\); correct it\.$/,
  )
  expect(() => parseCard('a.md', '---\nowner: "a\n---\n')).toThrow(/^a\.md:\d: the frontmatter is not YAML/)
  expect(() => parseCard('a.md', '---\na: *b\n---\n')).toThrow(/^a\.md:\d: the frontmatter/)
})

test('a line of hyphens in a body is ignored', () => {
  const text = '---\nowner: a\n---\n\n---\n\nreview of the week: good\n\n# T\n\n---\n'
  expect(parseCard('a.md', text).title).toBe('T')
})

test('an open fence after the History is allowed', () => {
  expect(parseCard('a.md', '---\n---\n# T\n## History\n- a\n## Notes\n```\ncode\n').history).toEqual(['a'])
})

test('a path that is no file is refused', () => {
  mkdirSync(path('folder.md'))
  symlinkSync(path('nowhere'), path('dangling.md'))
  symlinkSync(path('loop.md'), path('loop.md'))
  execFileSync('mkfifo', [path('pipe.md')])
  writeFileSync(path('latin.md'), Buffer.from('---\nowner: J\xF6rg\n---\n', 'latin1'))
  writeFileSync(path('large.md'), `---\n---\n${'x'.repeat(1024 * 1024)}`)
  const said = (name: string): string => {
    try {
      readCard(path(name))
    } catch (error) {
      if (error instanceof CardError) return `${error.code} ${error.message.replace(`${folder}/`, '')}`
      throw error
    }
    return ''
  }
  expect(
    ['folder', 'dangling', 'loop', 'pipe', 'latin', 'large', 'none'].map((name) => said(`${name}.md`)),
  ).toEqual([
    'CARD_NOT_A_FILE folder.md: this is a folder; name a markdown file.',
    'CARD_MISSING dangling.md: this link leads to a file that does not exist; repair or remove it.',
    'CARD_MISSING loop.md: this link leads back to itself; repair or remove it.',
    'CARD_NOT_A_FILE pipe.md: this is a pipe; name a markdown file.',
    'CARD_NOT_UTF8 latin.md: the file is not UTF-8; save it as UTF-8.',
    'CARD_TOO_LARGE large.md: the file has 1048584 bytes, and a card has at most 1 MiB; shorten it.',
    'CARD_MISSING none.md: there is no such file; check the path.',
  ])
})

test('a bomb of aliases is refused without expansion', () => {
  const lines = [
    'a0: &a0 [x]',
    ...Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`),
  ]
  expect(() => parseCard('a.md', `---\n${lines.join('\n')}\n---\n`)).toThrow(CardError)
})

test('a board and the parser read the same', () => {
  const file = path('5.2-card.md')
  const values = fc.constantFrom(
    'null',
    '',
    '~',
    'true',
    'no',
    '1.10',
    '0x1F',
    'a b',
    'feature/x',
    'a: b',
    '- x',
    'x #c',
    '"q"',
    '&a x',
    '2025-01-01',
  )
  const text = fc.oneof(
    layouts.map(renderLayout),
    fc
      .array(fc.tuple(fc.constantFrom('owner', 'branch', 'parallelizable', 'title', 'other'), values))
      .map((pairs) => `---\n${pairs.map(([key, value]) => `${key}: ${value}\n`).join('')}---\n`),
  )
  fc.assert(
    fc.property(text, (card) => {
      writeFileSync(file, card)
      expect(outcome(() => readBoardCard(file))).toEqual(
        outcome(() => {
          const { text: _text, keys: _keys, history: _history, ...shown } = readCard(file)
          return shown
        }),
      )
      expect(readFileSync(file, 'utf8')).toBe(card)
    }),
  )
})

function outcome(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof CardError) return error.message
    throw error
  }
}
