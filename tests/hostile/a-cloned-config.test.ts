/** A mayday.yaml that came with a repository executes nothing before a person has trusted it (I11). */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../src/interfaces/cli/commands.ts'
import { clone, hostile, UNTRUSTED } from '../cloned-project.ts'
import { inStore } from '../task-repository.ts'

/** Each that executes nothing, as somebody types it who has just cloned a repository. */
const READING: Readonly<Record<string, readonly string[]>> = {
  explain: ['run.log'],
  why: [],
  sessions: [],
  reasons: [],
  mcp: [],
  agents: [],
  tasks: ['--all'],
  skip: ['2'],
  done: ['2'],
  undo: ['2'],
  wait: [],
  escalations: [],
  ack: ['1'],
  cancel: ['1'],
  adopt: [],
  cards: [],
  queue: [],
  fleet: ['status'],
  locks: [],
  status: [],
  reset: ['no-card.md', '--yes'],
  recover: [],
  failures: [],
  history: [],
  show: ['1'],
  diff: ['1'],
  open: ['1'],
  stats: [],
  unmerged: [],
  correct: ['1', '--reason', 'none'],
  import: ['failure-context'],
  lessons: [],
  context: ['--phase', '1'],
  phase: ['complete', '1'],
  init: ['--yes'],
  where: [],
  completions: ['bash'],
  connect: [],
  hook: [],
  trust: ['--json'],
  config: [],
  logs: ['1'],
  clean: [],
  doctor: ['--fix'],
  snapshots: ['2'],
  restore: ['2', '--yes'],
  rediagnose: [],
}

const EXECUTING: Readonly<Record<string, readonly string[]>> = {
  run: ['--', 'true'],
  ci: ['--', 'true'],
  ask: ['1'],
  add: ['more'],
  enqueue: ['card.md'],
  work: ['--once'],
  board: ['--no-open', '--port', '0'],
  retry: ['2'],
  resume: ['2'],
  bench: ['validate', 'suite'],
  notify: ['--test'],
}

test('every command is known to read or to execute', () => {
  const known = [...Object.keys(READING), ...Object.keys(EXECUTING)].toSorted()
  expect(commands.map(({ name }) => name).toSorted()).toEqual(known)
})

test('a command that reads executes nothing', async () => {
  await using it = await clone('none')
  await it.project.mayday(['run', '--', 'false'])
  await it.project.mayday(['add', 'work', '--', 'false'])
  await it.project.mayday(['run', '--task', '2'])
  it.config(hostile(it.project.file('harmed')))
  for (const [name, words] of Object.entries(READING)) {
    const { stderr } = await it.mayday(name, ...words)
    expect([name, stderr, it.isHarmed()]).toEqual([name, expect.not.stringContaining('trusted'), false])
  }
  const dry = await it.mayday('run', '--task', '2', '--dry-run')
  expect([dry.stderr, it.isHarmed(), it.trusted()]).toEqual(['', false, []])
})

test('a command that executes is refused without a terminal', async () => {
  await using it = await clone('none')
  await it.project.mayday(['run', '--', 'false'])
  await it.project.mayday(['add', 'work', '--agent', 'claude'])
  await it.project.mayday(['run', '--task', '2', '--no-wait'], { PATH: `${it.project.path}:/usr/bin:/bin` })
  rmSync(it.project.file('harmed'), { force: true })
  const before = inStore(it.project, (store) => JSON.stringify([store.tasks({}), store.runsOf(2)]))
  it.config(hostile(it.project.file('harmed')))
  for (const [name, words] of Object.entries(EXECUTING)) {
    const { code, stdout, stderr } = await it.mayday(name, ...words)
    expect([name, code, stdout, stderr]).toEqual([
      name,
      2,
      '',
      expect.stringMatching(
        /^mayday: \S+\/mayday\.yaml says what to execute, and nobody has trusted it yet: agent: mine \(line 2\); agents\.claude\.command: \[\.\/claude, "\{prompt\}"\] \(line 5\); .*; and 5 more\. To look at it and trust it: mayday trust\. Without a terminal: --trust, .* or MAYDAY_TRUST=1 for one command\.\n$/,
      ),
    ])
  }
  expect(it.isHarmed()).toBe(false)
  expect(inStore(it.project, (store) => JSON.stringify([store.tasks({}), store.runsOf(2)]))).toBe(before)
})

test('--trust runs it and is remembered', async () => {
  await using it = await clone('stages: {verify: touch harmed}\n')
  const first = await it.mayday('run', '--trust', '--', 'true')
  expect([first.code, it.isHarmed()]).toEqual([0, true])
  expect(first.stderr).toContain('trusted from now on: stages.verify.')
  expect(statSync(it.project.inRecord('trust.json')).mode & 0o777).toBe(0o600)
  expect((await it.mayday('run', '--', 'true')).code).toBe(0)
  const revoked = await it.mayday('trust', '--revoke')
  expect(revoked.stdout).toContain('Forgotten: 1 trusted set')
  expect((await it.mayday('run', '--', 'true')).code).toBe(2)
})

test('MAYDAY_TRUST holds for one command and no worker', async () => {
  await using it = await clone('stages: {verify: "env > verify.env"}\n')
  const trusting = { ...UNTRUSTED, MAYDAY_TRUST: '1' }
  const { code } = await it.project.mayday(['run', '--', 'sh', '-c', 'env > agent.env'], trusting)
  expect([code, it.trusted()]).toEqual([0, []])
  for (const name of ['agent.env', 'verify.env'])
    expect(readFileSync(it.project.file(name), 'utf8')).not.toContain('MAYDAY_TRUST')
  expect((await it.mayday('run', '--', 'true')).code).toBe(2)
})

test('--yes is not trust', async () => {
  await using it = await clone('stages: {verify: touch harmed}\n')
  const { code, stdout } = await it.mayday('init', '--yes')
  expect([code, it.trusted()]).toEqual([0, []])
  expect(stdout).toContain('nobody has trusted yet (stages.verify): mayday trust\n')
  expect((await it.mayday('trust', '--yes')).code).toBe(2)
  expect((await it.mayday('run', '--', 'true')).code).toBe(2)
  expect(it.isHarmed()).toBe(false)
})

test('a terminal is asked, and no is the default', async () => {
  await using it = await clone('stages:\n  verify: touch harmed\n')
  for (const answer of ['', 'n', 'of course']) {
    const { code, stdout } = await it.type(['run', '--', 'true'], answer)
    expect([answer, code, it.isHarmed(), it.trusted()]).toEqual([answer, 2, false, []])
    expect(stdout).toContain(`Mayday would execute this, from ${it.project.file('mayday.yaml')}:\n`)
    expect(stdout).toContain('  stages.verify: touch harmed  line 2\n')
    expect(stdout).toContain('You said no, so nothing was started.')
  }
  const yes = await it.type(['run', '--', 'true'], 'y')
  expect([yes.code, it.isHarmed()]).toEqual([0, true])
  const again = await it.type(['run', '--', 'true'])
  expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining('[y/N]')])
})

test('init asks for the instructions and for trust', async () => {
  await using it = await clone('stages: {verify: touch harmed}\n')
  const { stdout } = await it.type(['init'], 'y', 'y')
  expect(stdout).toContain('AGENTS.md written.')
  expect(stdout).toContain('Trusted. Undo: mayday trust --revoke')
  expect(it.trusted()).toHaveLength(1)
})

test('only a changed value that executes asks again', async () => {
  await using it = await clone('stages: {verify: "true"}\n')
  expect((await it.mayday('trust', '--trust')).code).toBe(0)
  it.config('# a comment\nlimits: {timeout: 1m}\nstages:\n  verify: "true"\n')
  expect((await it.mayday('run', '--', 'true')).code).toBe(0)
  it.config('stages: {verify: touch harmed, setup: touch harmed}\n')
  const refused = await it.mayday('run', '--', 'true')
  expect([refused.code, it.isHarmed()]).toEqual([2, false])
  expect(refused.stderr).toContain('mayday.yaml changed since you trusted it: stages.setup: touch harmed')
  const asked = await it.type(['trust'], 'n')
  expect(asked.stdout).toContain('  stages.setup (new): touch harmed')
  expect(asked.stdout).toContain('  stages.verify (changed): touch harmed')
  expect(asked.stdout).toContain('    was: true')
  it.config('stages: {verify: "true"}\n')
  expect((await it.mayday('run', '--', 'true')).code).toBe(0)
})

test('what a person keeps at home needs no trust', async () => {
  await using it = await clone('none')
  mkdirSync(it.project.file('home/mayday'), { recursive: true })
  writeFileSync(it.project.file('home/mayday/mayday.yaml'), 'stages: {verify: touch mine}\n')
  const env = { ...UNTRUSTED, XDG_CONFIG_HOME: it.project.file('home') }
  const { code } = await it.project.mayday(['run', '--', 'true'], env)
  expect([code, existsSync(it.project.file('mine'))]).toEqual([0, true])
})

test('nothing of a value is hidden from the question', async () => {
  await using it = await clone('stages: {verify: "true\\e[2K\\u202E \\u200B\\r; touch harmed"}\n')
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain('true\\u{1b}[2K\\u{202e} \\u{200b}\\u{d}; touch harmed')
})

test('the question names the real file and its owner', async () => {
  await using it = await clone('none')
  mkdirSync(it.project.file('elsewhere'))
  const real = it.project.file('elsewhere/theirs.yaml')
  writeFileSync(real, 'stages: {verify: touch harmed}\n')
  symlinkSync(real, it.project.file('mayday.yaml'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(real, 65_534, 65_534)
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain(
    `Mayday would execute this, from ${real}:\n${it.project.file('mayday.yaml')} is a link`,
  )
  expect(stdout.includes('\nThe file belongs to user 65534, and you are user 0.\n')).toBe(isRoot)
  const told = JSON.parse((await it.mayday('trust', '--json')).stdout)
  expect(told).toMatchObject({ trusted: false, file: { realPath: real, owner: isRoot ? 65_534 : null } })
})
