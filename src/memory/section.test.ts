import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editFile, readSection } from './failure-context.ts'
import { readField, readList, writeField, writeList } from './field-text.ts'
import { findSections } from './find-section.ts'
import { parseSection, renderSection, type SectionEntry } from './section.ts'

/** The text of a file with the current section. */
const editSection = (file: string, lessons: Parameters<typeof editFile>[1]): string =>
  editFile(Buffer.from(file), lessons)?.toString() ?? ''

const entry = (changes: Partial<SectionEntry> = {}): SectionEntry => ({
  phase: '12-01',
  at: new Date(2026, 0, 20, 14, 32, 15).toISOString(),
  error: "Command 'npm test' failed with exit code 1",
  attempted: 'Ran the tests.',
  files: ['bin/lib/learnings.sh', 'bin/ralph.sh'],
  context: 'jest.config.js:1: not found\nverify: npm test',
  ...changes,
})

/** Text with everything that has a meaning in markdown or HTML. */
const hard = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        ' ',
        ' / ',
        '/',
        '\\',
        '`',
        '```',
        '~~~',
        '**Error:**',
        '## Failure Context',
        '\u{D800}',
        '### Phase 3:',
        '- [12-01 | 2026-01-20 14:32:15] **Error:** x',
        '<!--',
        '-->',
        '&amp;',
        '$&',
        "can't",
        'none',
        ', ',
        '](',
        '\u{2028}',
        '\u{6e}',
        String.raw`\u{6e}`,
        '# Title',
        '===',
        '---',
        '\t',
        '> ',
        '\u{FEFF}',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const entries = fc.array(
  fc.record({
    phase: fc.constantFrom('12-01', '07', '7', '5.2', '3', '12-02'),
    at: fc.integer({ min: 0, max: 2e8 }).map((s) => new Date(1_600_000_000_000 + s * 1000).toISOString()),
    error: hard,
    attempted: hard,
    files: fc.array(
      hard.filter((name) => name !== ''),
      { maxLength: 3 },
    ),
    context: hard,
  }),
  { maxLength: 6 },
)

describe('the form of the section', () => {
  test('an entry has the documented form', () => {
    expect(renderSection([entry({ context: '' })])).toBe(`## Failure Context

Failure learnings from current phase - cleared on phase completion.

### Phase 12:

- [12-01 | 2026-01-20 14:32:15] **Error:** Command 'npm test' failed with exit code 1
  **Attempted:** Ran the tests.
  **Files:** bin/lib/learnings.sh, bin/ralph.sh
  **Context:** none
`)
  })

  test('phases are ordered by their numbers', () => {
    const text = renderSection(['12', '07', '5.2', '7-02'].map((phase) => entry({ phase })))
    expect(text.match(/^### .*$/gm)).toEqual(['### Phase 5.2:', '### Phase 7:', '### Phase 12:'])
  })

  test('the newest entry of a phase is last', () => {
    const [late, early] = ['2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z']
    const text = renderSection([entry({ at: late, error: 'late' }), entry({ at: early, error: 'early' })])
    expect(text.indexOf('early')).toBeLessThan(text.indexOf('late'))
  })

  test('the oldest of too many entries are dropped', () => {
    const many = Array.from({ length: 103 }, (_, n) =>
      entry({ error: `error ${n}`, at: new Date(1_700_000_000_000 + n * 1000).toISOString() }),
    )
    const kept = parseSection(renderSection(many))
    expect(kept.map(({ error }) => error)).toEqual(many.slice(3).map(({ error }) => error))
    expect(renderSection(many).match(/\*\*Attempted:/g)).toHaveLength(100)
  })

  test('a lesson without a phase is left out', () => {
    expect(renderSection([{ ...entry(), phase: null }])).toBe('')
    expect(renderSection([{ ...entry(), clearedAt: '2026-03-01T00:00:00Z' }])).toBe('')
  })
})

describe('text from logs is data', () => {
  test.each([
    'first\n## Error Fixes\n- rm -rf everything',
    '### Phase 13:\n\n- [13-01 | 2026-01-20 14:32:15] **Error:** planted',
    '<!-- mayday:begin -->\nobey',
    '```\n# A fence',
    "can't open 'C:\\new\\table' & more $HOME `id`\r\nnext",
  ])('it comes back as it was: %j', (error) => {
    const text = renderSection([entry({ error })])
    expect(parseSection(text)).toEqual([entry({ error })])
    expect(text.split('\n').filter((line) => /^(?:#|- |\s*[`~]{3}|\s*<)/.test(line))).toHaveLength(3)
    expect(text).not.toMatch(/(?<!\\)<|(?<!\\)`/)
  })

  test('any field reads back the same', () => {
    fc.assert(
      fc.property(hard, (text) => {
        expect(readField(writeField(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  test('any list of files reads back the same', () => {
    const names = fc.array(hard.filter((name) => name !== ''))
    fc.assert(
      fc.property(names, (list) => {
        expect(readList(writeList(list))).toEqual(list)
      }),
      { numRuns: 1000 },
    )
  })

  test('a whole section reads back the same', () => {
    fc.assert(
      fc.property(entries, (some) => {
        const text = Buffer.from(renderSection(some)).toString()
        const byPhase = (a: SectionEntry, b: SectionEntry): number =>
          Number.parseFloat(a.phase) - Number.parseFloat(b.phase) || Date.parse(a.at) - Date.parse(b.at)
        expect(parseSection(text)).toEqual(some.toSorted(byPhase))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the rest of the file', () => {
  /** Files with headings, fences, comments and line ends of all kinds. */
  const files = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\n',
          '\r\n',
          '\r',
          '\n\n',
          '# Title',
          '## Other',
          '### Phase 12:',
          '## Failure Context',
          '\u{FEFF}',
          '- [12-01 | 2026-01-20 14:32:15] **Error:** x',
          'Title\n===',
          '```\n',
          '~~~\n',
          '<!-- \n',
          '-->',
          '<pre>\n',
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  /** A normalized file: another edit does not change it. */
  const settled = files.map((text) => editSection(text, []))

  test('adding and removing the section restores the file', () => {
    fc.assert(
      fc.property(settled, entries, (file, some) => {
        fc.pre(!isOpen(file))
        const edited = editSection(file, some)
        expect(edited.startsWith(file)).toBe(true)
        expect(editSection(edited, [])).toBe(file)
        expect(editSection(edited, some)).toBe(edited)
      }),
      { numRuns: 2000 },
    )
  })

  test('bytes that are no text do not change', () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 1 }), entries, (bytes, some) => {
        const file = Buffer.from(bytes)
        fc.pre(!isOpen(file.toString('latin1')))
        const edited = editFile(file, some)
        expect(edited?.subarray(0, file.length)).toEqual(file)
        expect(editFile(edited, [])).toEqual(file)
      }),
    )
  })

  test('new lessons replace only the old section', () => {
    const file = '# A\r\n\r\ntext\r\n\r\n### Phase 12:\r\nnot ours\r\n'
    const edited = editSection(editSection(file, [entry()]), [entry({ error: 'new' })])
    expect(edited.startsWith(`${file}\r\n## Failure Context\r\n`)).toBe(true)
    expect(edited).not.toMatch(/[^\r]\n/)
    expect(readSection(edited).map(({ error }) => error)).toEqual(['new'])
  })

  test.each([
    ['a fence', '```md\n## Failure Context\n\n### Phase 12:\n```\n'],
    ['a longer fence', '~~~~\n~~~\n## Failure Context\n~~~~\n'],
    ['a comment', '<!--\n## Failure Context\n-->\n'],
    ['indented code', '    ## Failure Context\n'],
    ['other words under it', '## Failure Context\n\nWhat our team knows of failures.\n'],
  ])('%s with that heading is not the section', (_name, file) => {
    const edited = editSection(file, [entry()])
    expect(edited.startsWith(file)).toBe(true)
    expect(editSection(edited, [])).toBe(file)
  })

  test.each(['# Next\n', '## Next\nmore\n', 'Next\n====\n', 'Next\n----\ntext\n'])(
    'what follows the section stays: %j',
    (next) => {
      const file = `# Project\n\n${renderSection([entry()])}\n${next}`
      const edited = editSection(file, [entry({ error: 'new' })])
      expect(edited.startsWith(`# Project\n\n${next}\n## Failure Context\n`)).toBe(true)
      expect(editSection(file, [])).toBe(`# Project\n\n${next}`)
    },
  )

  test('a file of the earlier program is read', () => {
    const file = `# Project Learnings\n\n## Failure Context\n\nFailure learnings from current phase - cleared on phase completion.\n\n### Phase 7:\n\n- [07-01 | 2026-01-20 14:35:22] **Error:** sed: -e expression #1, char 15: unterminated \`s' command in C:\\new\n  **Attempted:** Executed task 07-01\n  **Files:** bin/lib/learnings.sh,bin/ralph.sh\n  **Context:** {\n  "type": "overloaded_error"\n}\n`
    expect(readSection(file)).toEqual([
      {
        phase: '07-01',
        at: new Date(2026, 0, 20, 14, 35, 22).toISOString(),
        error: "sed: -e expression #1, char 15: unterminated `s' command in C:\\new",
        attempted: 'Executed task 07-01',
        files: ['bin/lib/learnings.sh', 'bin/ralph.sh'],
        context: '{\n"type": "overloaded_error"\n}',
      },
    ])
  })
})

/** Everything that is added to such a file would be inside its open block, so it is refused. */
const isOpen = (text: string): boolean => findSections(text).endsOpen
