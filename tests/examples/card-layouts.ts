/** Cards for tests: a layout is rendered with values, so that what an edit must give is known to the byte. */
import fc from 'fast-check'

type Style = 'plain' | 'single' | 'double'

export type KeyLine = {
  readonly key: string
  readonly value: string
  readonly style: Style
  /** Blanks between the colon and the value, and the text after it. */
  readonly gap: string
  readonly behind: string
  /** Comments and blank lines above it. */
  readonly above: readonly string[]
}

export type Layout = {
  readonly keys: readonly KeyLine[]
  /** Comments below the last key. */
  readonly below: readonly string[]
  readonly boxes: readonly { readonly marker: string; readonly isChecked: boolean; readonly text: string }[]
  readonly history: {
    readonly head: readonly string[]
    readonly prefix: string
    readonly items: readonly string[]
  } | null
  readonly tail: readonly string[]
  readonly eol: '\n' | '\r\n'
  readonly bom: '' | '\uFEFF'
  readonly end: boolean
}

const quoted = (value: string, style: Style): string => {
  if (style === 'single') return `'${value}'`
  return style === 'double' ? `"${value}"` : value
}

const keyLines = ({ key, value, style, gap, behind, above }: KeyLine): readonly string[] => [
  ...above,
  `${key}:${gap}${value === 'null' ? value : quoted(value, style)}${behind}`,
]

/** The card's text; a line break at its end where the layout has one. */
export function renderLayout({ keys, below, boxes, history, tail, eol, bom, end }: Layout): string {
  const lines = [
    '---',
    ...keys.flatMap(keyLines),
    ...below,
    '---',
    '',
    '# 5.2 A card',
    '',
    '```md',
    '## History',
    '- [ ] shown, not meant',
    '```',
    '',
    '## Acceptance Criteria',
    ...boxes.map(({ marker, isChecked, text }) => `${marker} [${isChecked ? 'x' : ' '}] ${text}`),
    '',
    'Some words.',
    ...(history === null ? [] : ['', ...history.head, ...history.items.map((item) => history.prefix + item)]),
    ...tail,
  ]
  return bom + lines.join(eol) + (end ? eol : '')
}

const words = fc.constantFrom('bri', 'low', 'feature/x', 'not-requested', 'a.b')
const statuses = fc.constantFrom('idle', 'queued', 'running', 'succeeded', 'failed', 'canceled', 'null')
const flowWords = fc.constantFrom('implement', 'review', 'null')
const comments = fc.array(fc.constantFrom('# a comment', '', '  # further in', '# agent_status: no', '#'), {
  maxLength: 2,
})

const keyLine = (key: string): fc.Arbitrary<KeyLine> =>
  fc
    .record({
      key: fc.constantFrom(key, `"${key}"`, `'${key}'`, `${key} `),
      value: key === 'agent_status' ? statuses : key === 'agent_flow' ? flowWords : words,
      style: fc.constantFrom<Style>('plain', 'single', 'double'),
      gap: fc.constantFrom(' ', '  ', '   \t'),
      behind: fc.constantFrom('', ' ', ' # why', '   # "quoted" \'too\'', '\t'),
      above: comments,
    })
    // A null has no quotes to keep.
    .map((line) => (line.value === 'null' ? { ...line, style: 'plain' } : line))

const keyNames = ['owner', 'agent_flow', 'agent_status', 'branch', 'risk', 'review', 'other'] as const

const items = fc.array(fc.constantFrom('2025-01-01: made', '2025-01-02: Run R started (review).', 'x'), {
  maxLength: 3,
})

const history: fc.Arbitrary<Layout['history']> = fc.option(
  fc.record({
    head: fc.constantFrom(['History:'], ['## History', ''], ['#### History ####'], ['**History:**']),
    prefix: fc.constantFrom('- ', '* ', '+ ', '  - ', '-   '),
    items: items.filter(({ length }) => length > 0),
  }),
)

export const layouts: fc.Arbitrary<Layout> = fc.record({
  keys: fc
    .shuffledSubarray([...keyNames])
    .chain((names) => fc.tuple(...names.map(keyLine)))
    .map((lines) => [...lines]),
  below: comments,
  boxes: fc.array(
    fc.record({
      marker: fc.constantFrom('-', '*', '  -', '1.', '    +'),
      isChecked: fc.boolean(),
      text: fc.constantFrom('it works', 'tests `- [ ]` pass'),
    }),
    { maxLength: 4 },
  ),
  history,
  tail: fc.constantFrom([], [''], ['', '## Notes', '- [ ] not a criterion'], ['', '', 'Notes:', 'words']),
  eol: fc.constantFrom('\n', '\r\n'),
  bom: fc.constantFrom('', '\uFEFF'),
  end: fc.boolean(),
})
