import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { MaydayError } from '../errors.ts'
import { projectAt } from '../record/project.ts'
import { agentCommand } from './agent-command.ts'
import { NO_CONFIG, type Config } from './config.ts'
import { configuredEnvironment } from './configured-environment.ts'
import { exampleConfig } from './describe-config.ts'
import { listSettings } from './list-settings.ts'
import { loadConfig } from './load-config.ts'
import { readConfig } from './read-config.ts'

const read = (text: string): Config => readConfig([{ path: 'mayday.yaml', text }]).config

test.each([
  ['limits:\n  timout: 3m\n', "mayday.yaml:2:3: unknown key 'timout' under limits. Did you mean 'timeout'?"],
  ['limts: {}\n', "mayday.yaml:1:1: unknown key 'limts'. Did you mean 'limits'?"],
  [
    'git: {quite-another-thing: 1}\n',
    "mayday.yaml:1:7: unknown key 'quite-another-thing' under git. Known: main.",
  ],
  [
    'limits:\n  timeout: 90\n',
    "mayday.yaml:2:12: limits.timeout needs a duration like 90s, 30m, 2h or 7d, not '90'.",
  ],
  ['limits:\n  idle:\n', 'mayday.yaml:2:3: limits.idle needs a duration like 90s, 30m, 2h or 7d.'],
  ['limits: 3\n', "mayday.yaml:1:9: limits needs keys with values, not '3'."],
  ['budget: {attempts: 0}\n', "mayday.yaml:1:20: budget.attempts needs a whole number from 1, not '0'."],
  ['budget: {attempts: 2.5}\n', "mayday.yaml:1:20: budget.attempts needs a whole number from 1, not '2.5'."],
  ['cards: {autoRecover: yes}\n', "mayday.yaml:1:22: cards.autoRecover needs true or false, not 'yes'."],
  [
    'markers:\n  - ACME\n  - acme\n',
    "mayday.yaml:3:5: markers needs a list of prefixes like ACME, not 'acme'.",
  ],
  ['stages: {verify: [npm, test]}\n', 'mayday.yaml:1:18: stages.verify needs a shell command, not a list.'],
  [
    'policy:\n  TEST_FAILED: {plan: retry}\n',
    "mayday.yaml:2:3: unknown reason 'TEST_FAILED'. Did you mean 'TESTS_FAILED'?",
  ],
  ['diagnosis: {ask: unknown}\n', 'mayday.yaml:1:13: diagnosis.ask needs diagnosis.agent, the agent to ask.'],
  ['agent: claud\n', "mayday.yaml:1:1: unknown agent 'claud'. Did you mean 'claude'?"],
  [
    'agents: {mine: {args: [x]}}\n',
    'mayday.yaml:1:10: agents.mine is not a known agent, so it needs a command instead of args.',
  ],
  [
    'reasons: {TIMEOUT: {class: work}}\n',
    'mayday.yaml:1:11: TIMEOUT is a built-in reason. Change its policy under policy.',
  ],
  ['version: 2\n', 'mayday.yaml:1:1: version 2 is newer than this Mayday, which knows 1.'],
  [
    'lessons: {file: .git/hooks/post-merge}\n',
    "mayday.yaml:1:17: lessons.file needs a file inside the project, not '.git/hooks/post-merge'.",
  ],
  [
    'lessons: {file: ../AGENTS.md}\n',
    "mayday.yaml:1:17: lessons.file needs a file inside the project, not '../AGENTS.md'.",
  ],
  ['agents: {__proto__: {command: [x]}}\n', "mayday.yaml:1:10: '__proto__' cannot be a NAME under agents."],
  ['a: &x 1\nb: *x\n', 'mayday.yaml:2:4: aliases are not read here; write the value out.'],
  [
    'limits: {}\nlimits: {}\n',
    'mayday.yaml:2:1: this is not YAML that can be read: Map keys must be unique.',
  ],
  [
    'limits:\n\ttimeout: 1m\n',
    'mayday.yaml:2:1: this is not YAML that can be read: Tabs are not allowed as indentation.',
  ],
  ['- a\n', 'mayday.yaml:1:1: a config needs keys with values, not a list.'],
])('a mistake in %j is told with its place', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test.each(['', '# nothing yet\n', 'limits:\n', 'policy:\nstages: {}\n', '---\n'])(
  'a file that says nothing changes nothing: %j',
  (text) => {
    expect(read(text)).toEqual(NO_CONFIG)
  },
)

test('values are converted to units of the rooms', () => {
  const config = read(
    [
      'limits: {timeout: 1h30m, memory: 2g, idle: 90s}',
      'budget: {wall: 7d, costUsd: 2.50, tokens: none}',
      'git: {main: 1.10}',
      'secrets: DEPLOY_PIN',
      'policy: {FLAKY: {plan: wait, retries: 0, backoff: true}}',
      'reasons: {FLAKY: {class: machine, like: UNKNOWN}}',
      'schedule: {perFlow: {review: 2}}',
      'retention: {olderThan: none, keepBytes: 512m}',
    ].join('\r\n'),
  )
  expect(config).toEqual({
    ...NO_CONFIG,
    limits: { timeoutMs: 5_400_000, memoryBytes: 2 * 1024 ** 3, idleMs: 90_000 },
    budget: { wallMs: 604_800_000, costUsd: 2.5, tokens: null },
    git: { main: '1.10' },
    secrets: ['DEPLOY_PIN'],
    policy: { FLAKY: { plan: 'wait', retries: 0, backoff: true } },
    reasons: { FLAKY: { class: 'machine', like: 'UNKNOWN' } },
    schedule: { perFlow: { review: 2 } },
    retention: { olderThanMs: null, keepBytes: 512 * 1024 ** 2 },
  })
})

test('the project file wins for each value', () => {
  const both = readConfig([
    { path: 'home.yaml', text: 'agent: codex\nlimits:\n  timeout: 1h\n  idle: 5m\nsecrets: [A, B]\n' },
    { path: 'mayday.yaml', text: 'limits: {timeout: 2m}\nsecrets: [C]\n' },
  ])
  expect(both.config).toMatchObject({
    agent: 'codex',
    limits: { timeoutMs: 120_000, idleMs: 300_000 },
    secrets: ['C'],
  })
  const from = new Map(listSettings(both).map((one) => [one.key, one.from]))
  expect(from.get('limits.timeout')).toEqual({ file: 'mayday.yaml', line: 1 })
  expect(from.get('limits.idle')).toEqual({ file: 'home.yaml', line: 4 })
  expect(from.get('limits.grace')).toBeNull()
})

test.each([
  ['limits.timeout', '90s', '90s'],
  ['limits.timeout', '1h30m', '90m'],
  ['limits.timeout', '14d', '2w'],
  ['limits.memory', '1536m', '1536m'],
  ['limits.memory', '2048k', '2m'],
  ['limits.memory', 'none', 'none'],
])('%s of %s is shown as %s', (key, written, shown) => {
  const text = `${key.replace('.', ': {')}: ${written}}\n`
  const { settings } = readConfig([{ path: 'mayday.yaml', text }])
  expect(settings.map((one) => one.shown)).toEqual([shown])
})

test('the shown config reads back the same', () => {
  const { settings } = readConfig([{ path: 'mayday.yaml', text: exampleConfig() }])
  expect(settings.length).toBeGreaterThan(10)
  for (const { path, value, shown } of settings) {
    const nested = path.map((key, at) => `${'  '.repeat(at)}${key}:`).join('\n')
    const again = readConfig([{ path: 'mayday.yaml', text: `${nested} ${shown}\n` }]).settings
    expect(again.map((one) => one.value)).toEqual([value])
  }
})

/** Any error other than a `MaydayError` is a bug and is thrown. */
function problemIn(text: string): string {
  try {
    read(text)
    return 'none'
  } catch (error) {
    if (error instanceof MaydayError) return error.message.replaceAll('\n', ' ')
    throw error
  }
}

test('no text causes any other error', () => {
  const lines = fc.array(
    fc.oneof(
      fc.constantFrom(
        'limits:',
        '  timeout: 1m',
        'agents:',
        '  x: {command: [a]}',
        '- ',
        'a: &b',
        '*b',
        '? {',
        '!!set',
        '%YAML 1.1',
        '...',
      ),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(lines, (found) => {
      expect(problemIn(found.join('\n'))).toMatch(/^(?:none|mayday\.yaml:\d+:\d+: .+\.|.*\?)$/)
    }),
  )
})

test('the project file overrides the user file', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const env = { XDG_CONFIG_HOME: join(folder.path, 'xdg'), HOME: folder.path }
  expect((await loadConfig(project, env)).whole).toBe(NO_CONFIG)
  mkdirSync(join(folder.path, 'xdg/mayday'), { recursive: true })
  writeFileSync(join(folder.path, 'xdg/mayday/mayday.yaml'), 'stages: {verify: make check, setup: make}\n')
  expect((await loadConfig(project, env)).whole.stages).toEqual({ verify: 'make check', setup: 'make' })
  writeFileSync(folder.file('mayday.yaml'), 'stages: {verify: npm test}\n')
  expect((await loadConfig(project, env)).whole.stages).toEqual({ verify: 'npm test', setup: 'make' })
  mkdirSync(join(folder.path, '.config/mayday'), { recursive: true })
  writeFileSync(join(folder.path, '.config/mayday/mayday.yaml'), 'agent: codex\n')
  expect((await loadConfig(project, { HOME: folder.path })).whole).toMatchObject({ agent: 'codex' })
})

test('a mayday.yml file is reported', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  writeFileSync(folder.file('mayday.yml'), 'agent: claude\n')
  await expect(loadConfig(project, { HOME: folder.path })).rejects.toThrow(/mayday\.yml is not read/)
  writeFileSync(folder.file('mayday.yaml'), '')
  expect((await loadConfig(project, { HOME: folder.path })).whole).toEqual(NO_CONFIG)
})

test('a folder instead of the file is reported', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('mayday.yaml'))
  const project = projectAt(folder.path, process.env)
  await expect(loadConfig(project, { HOME: folder.path })).rejects.toThrow(
    /is a folder, so it is not a config file/,
  )
})

test('an agent uses the settings of the project', () => {
  const { agents } = read(
    'agents: {mine: {command: [./a.sh, "{prompt}"]}, claude: {args: [--model, opus]}}\n',
  )
  expect(agentCommand('mine', { agents })).toEqual({ agent: 'mine', argv: ['./a.sh', '{prompt}'] })
  expect(agentCommand('codex', { agents })).toEqual({ agent: 'codex', argv: null })
  const { agent, argv } = agentCommand('claude', { agents })
  expect([agent, argv?.slice(0, 3), argv?.slice(-2)]).toEqual([
    'claude',
    ['claude', '-p', '{prompt}'],
    ['--model', 'opus'],
  ])
  expect(() => agentCommand('constructor', { agents })).toThrow(/Unknown agent 'constructor'/)
})

test('nested runs keep all named secrets', () => {
  const config = { ...NO_CONFIG, secrets: ['B', 'C'], markers: ['ACME'] }
  expect(configuredEnvironment(config, { MAYDAY_MASKED: 'A,B', HOME: '/h', NONE: undefined })).toEqual({
    MAYDAY_MASKED: 'A,B,C',
    MAYDAY_MARKERS: 'ACME',
    HOME: '/h',
  })
  expect(configuredEnvironment(NO_CONFIG, { HOME: '/h' })).toEqual({ HOME: '/h' })
})
