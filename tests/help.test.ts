/** The help of each command is one table, in standard technical words. */
import { expect, test } from 'vitest'
import { commandGroups, commands } from '../src/interfaces/cli/commands.ts'
import { fleetActionNames } from '../src/interfaces/cli/fleet/fleet-actions.ts'
import { helpFor, topicNames } from '../src/interfaces/cli/help.ts'
import { atTerminal } from './at-terminal.ts'
import { mayday } from './run-mayday.ts'

const columnsIn = (text: string): ReadonlySet<number> =>
  new Set(
    text
      .split('\n')
      .flatMap((line) => /^ {2}(?:-\w, )?-{0,2}[a-z][\w-]*(?: [A-Z]+)? {2,}/.exec(line)?.[0].length ?? []),
  )

test('the first screen is one aligned table', async () => {
  const { stdout } = await mayday(['--help'])
  expect(columnsIn(stdout).size).toBe(1)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(34)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test('the first screen names every command', async () => {
  const { stdout } = await mayday(['--help'])
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name}[ ,)]|[:,] ${name}[,)]`, 'm'))
})

test('the first screen describes a command of every group', async () => {
  const { stdout } = await mayday(['--help'])
  for (const { title } of commandGroups) expect(stdout).toMatch(new RegExp(`^${title}\\b.*\\n  [a-z]`, 'm'))
})

test('help has no empty table', () => {
  expect(commands.map(helpFor).filter((text) => /\n\n\n/.test(text))).toEqual([])
})

test('help of a command names its actions', () => {
  const usage = commands.find(({ name }) => name === 'fleet')?.usage
  for (const action of fleetActionNames) expect(usage).toMatch(new RegExp(`[ |]${action}\\b`))
})

test('help all describes every command', async () => {
  const { stdout } = await mayday(['help', 'all'])
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(columnsIn(stdout).size).toBe(1)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('options are one aligned table with defaults', async () => {
  const { stdout } = await mayday(['add', '--help'])
  expect(columnsIn(stdout).size).toBe(1)
  expect(stdout).toContain('time between SIGTERM and SIGKILL (default: 10s)\n')
  expect(stdout).toContain('timeout of one attempt (default: 2h)\n')
})

/** Vague words for an amount. */
const VAGUE = /\bso (?:many|much|long)\b|\bof its own\b|\bwhere it stands\b/

test('help uses standard technical words', () => {
  const texts = commands.flatMap(({ summary, options }) => [
    summary,
    ...Object.values(options).map(({ help }) => help),
  ])
  expect(texts.filter((text) => VAGUE.test(text))).toEqual([])
})

test.each(topicNames)('help %s is one aligned table', async (topic) => {
  const { code, stdout } = await mayday(['help', topic])
  expect(code).toBe(0)
  const rows = stdout.split('\n').filter((line) => line.startsWith('  '))
  expect(rows.length).toBeGreaterThan(2)
  expect(new Set(rows.map((row) => /^ {2}\S+(?: \S+)* {2,}/.exec(row)?.[0].length)).size).toBe(1)
})

test('help names every topic and suggests one', async () => {
  const { stdout } = await mayday(['help'])
  expect(stdout).toContain(`mayday help TOPIC explains one of: ${topicNames.join(', ')}.\n`)
  expect((await mayday(['help', 'enviroment'])).stderr).toContain("Did you mean 'environment'?")
})

test.each(['add --help', 'fleet --help', 'help environment', 'reasons'])(
  'mayday %s fits a terminal of 80 columns',
  async (words) => {
    const { stdout } = await atTerminal(words.split(' '), { cwd: '/', env: {}, answers: [] })
    const lines = stdout.split('\n')
    expect(lines.length).toBeGreaterThan(12)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)
