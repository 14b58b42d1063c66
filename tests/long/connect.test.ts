/** `mayday connect` with a program that changes settings as the agents do. The real agents: tests/real-agents. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mayday, type Finished } from '../run-mayday.ts'
import { asked, limited, sessionHome, uuid, type SessionHome } from '../session-home.ts'

const agent = fileURLToPath(new URL('../agents/plugin-agent.ts', import.meta.url))

/** No program would write it like this. */
const MINE = '{\n     "model":"opus"  }\n\n'

type Rig = SessionHome & {
  readonly settings: string
  readonly state: string
  readonly connect: (words: readonly string[], env?: Record<string, string>) => Promise<Finished>
}

async function rig(): Promise<Rig> {
  const home = await sessionHome()
  const bin = home.home.file('bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\nexec '${process.execPath}' '${agent}' "$@"\n`, {
    mode: 0o755,
  })
  const settings = home.write('.claude/settings.json', MINE)
  const state = home.home.file('state')
  return {
    ...home,
    settings,
    state,
    connect: (words, env = {}) =>
      mayday(['connect', ...words], {
        cwd: home.project.path,
        env: { ...home.env, MAYDAY_STATE: state, PATH: `${bin}:/usr/bin:/bin`, ...env },
      }),
  }
}

const textOf = (path: string): string => readFileSync(path, 'utf8')

test('settings are as before after an undo', async () => {
  await using it = await rig()
  const connected = await it.connect(['claude'])
  expect([connected.code, connected.stderr]).toEqual([0, ''])
  expect(connected.stdout).toContain('Undo: mayday connect claude --undo')
  expect(JSON.parse(textOf(it.settings))).toMatchObject({
    model: 'opus',
    enabledPlugins: { 'mayday@mayday': true },
    extraKnownMarketplaces: { mayday: { path: join(it.state, 'connect/plugin') } },
  })
  expect((await it.connect([])).stdout).toMatch(
    /^Claude Code {2}connected for this user; no session has ended since\nCodex {8}not installed\n/,
  )
  const undone = await it.connect(['claude', '--undo'])
  expect(undone).toEqual({ code: 0, stdout: 'Claude Code is no longer connected.\n', stderr: '' })
  expect(textOf(it.settings)).toBe(MINE)
  expect(existsSync(join(it.state, 'connect'))).toBe(false)
})

test('an undo keeps what changed in the meantime', async () => {
  await using it = await rig()
  await it.connect(['claude'])
  writeFileSync(it.settings, textOf(it.settings).replace('opus', 'sonnet'))
  expect((await it.connect(['claude'])).code).toBe(0)
  const { stdout } = await it.connect(['claude', '--undo'])
  expect(stdout).toContain("was changed since, so only Mayday's part was removed")
  expect(JSON.parse(textOf(it.settings))).toEqual({
    model: 'sonnet',
    enabledPlugins: {},
    extraKnownMarketplaces: {},
  })
})

test('an undo removes a switch that the agent only turns off', async () => {
  await using it = await rig()
  writeFileSync(it.settings, '{ "enabledPlugins": {"x@y":true} }')
  await it.connect(['claude'])
  writeFileSync(it.settings, textOf(it.settings).replace('{', '{ "model": "sonnet",'))
  expect((await it.connect(['claude', '--undo'], { PLUGIN_AGENT_TURNS_OFF: '1' })).code).toBe(0)
  expect(JSON.parse(textOf(it.settings))).toEqual({
    model: 'sonnet',
    enabledPlugins: { 'x@y': true },
    extraKnownMarketplaces: {},
  })
})

test('connecting twice still restores the first settings', async () => {
  await using it = await rig()
  await it.connect(['claude'])
  await it.connect(['claude'])
  await it.connect(['claude', '--undo'])
  expect(textOf(it.settings)).toBe(MINE)
})

const user: readonly string[] = []
const project = ['--project']

test.each([
  { connects: [user, project], undos: [user, project] },
  { connects: [user, project], undos: [project, user] },
  { connects: [project, user], undos: [user, project] },
  { connects: [project, user], undos: [project, user] },
])('two connections are undone in any order: %j', async ({ connects, undos }) => {
  await using it = await rig()
  for (const words of connects) expect((await it.connect(['claude', ...words])).code).toBe(0)
  expect(JSON.parse(textOf(it.project.file('.claude/settings.json')))).toEqual({
    enabledPlugins: { 'mayday@mayday': true },
  })
  for (const words of undos) expect((await it.connect(['claude', '--undo', ...words])).code).toBe(0)
  expect(globSync('**', { cwd: it.project.path })).toEqual(['.'])
  expect(textOf(it.settings)).toBe(MINE)
})

test('a settings file that is a link stays one', async () => {
  await using it = await rig()
  const real = it.write('dotfiles/claude.json', MINE)
  const folder = it.home.file('other')
  mkdirSync(folder)
  symlinkSync(real, join(folder, 'settings.json'))
  const moved = { CLAUDE_CONFIG_DIR: folder }
  await it.connect(['claude'], moved)
  await it.connect(['claude', '--undo'], moved)
  expect(textOf(real)).toBe(MINE)
})

test('a dry run changes nothing and names everything', async () => {
  await using it = await rig()
  const { stdout } = await it.connect(['claude', '--dry-run'])
  expect(stdout).toContain('claude plugin install mayday@mayday --scope user')
  expect(stdout).toContain(it.settings)
  expect([textOf(it.settings), existsSync(it.state)]).toEqual([MINE, false])
})

test('a connection that fails leaves nothing behind', async () => {
  await using it = await rig()
  const failed = await it.connect(['claude'], { PLUGIN_AGENT_FAILS: 'install' })
  expect([failed.code, failed.stdout]).toEqual([2, ''])
  expect(failed.stderr).toMatch(/^mayday: '.*claude plugin install .*' failed: Error: the disk is on fire\n$/)
  expect(textOf(it.settings)).toBe(MINE)
  expect(existsSync(join(it.state, 'connect'))).toBe(false)
})

test('a plugin that somebody removed can be undone', async () => {
  await using it = await rig()
  await it.connect(['claude'])
  writeFileSync(it.settings, '{}')
  expect((await it.connect([])).stdout).toContain('no longer name the plugin')
  const { code, stderr } = await it.connect(['claude', '--undo'], { PLUGIN_AGENT_FAILS: 'uninstall' })
  expect([code, stderr, textOf(it.settings)]).toEqual([0, '', '{}'])
})

test.each([
  [['codex'], "Codex is not installed: no program 'codex' is on PATH."],
  [['codex', '--project'], 'Codex installs plugins only for the whole user.'],
  [['claude', '--project', '--user'], 'contradict each other'],
  [['claude', '--all'], '--all means every agent'],
  [['--undo'], 'Name the agent: mayday connect claude|codex|gemini|opencode|copilot, or --all'],
])('%j is refused with what to do', async (words, sentence) => {
  await using it = await rig()
  const { code, stderr } = await it.connect(words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})

test('the installed hook starts this checkout', async () => {
  await using it = await rig()
  await it.connect(['claude'])
  const at = { timestamp: new Date().toISOString() }
  it.claude(1, asked('Fix it.', at), { ...limited(), ...at })
  const event = { session_id: uuid(1), cwd: it.project.path, hook_event_name: 'SessionEnd' }
  const env = { ...it.env, MAYDAY_STATE: it.state }
  await mayday(['hook', '--record'], { input: JSON.stringify(event), env })
  const script = join(it.state, 'connect/plugin/hooks/hook.sh')
  const start = JSON.stringify({ ...event, session_id: uuid(2), hook_event_name: 'SessionStart' })
  const run = (): string =>
    spawnSync('sh', [script], { input: start, env: { ...env, PATH: '/usr/bin:/bin' }, encoding: 'utf8' })
      .stdout
  expect(run()).toContain('USAGE_LIMIT')
  expect((await it.connect([])).stdout).toMatch(
    /^Claude Code {2}connected for this user; last event just now\n/,
  )
})

test('a session that the hook did not report is told', async () => {
  await using it = await rig()
  it.claude(1, asked('Before.'), limited())
  await it.connect(['claude'])
  const at = { timestamp: new Date().toISOString() }
  it.claude(2, asked('Killed.', at))
  expect((await it.connect([])).stdout).toContain('no session has ended since')
  it.claude(3, asked('Fix it.', at), { ...limited(), ...at })
  expect((await it.connect([])).stdout).toContain('no event came from its newest session (just now)')
})

test('a hook without a Mayday lets the agent go on', () => {
  const plugin = fileURLToPath(new URL('../../plugin/hooks/hook.sh', import.meta.url))
  const input = JSON.stringify({ hook_event_name: 'SessionEnd', text: 'x'.repeat(1_000_000) })
  const { status, stdout, stderr, error } = spawnSync('sh', [plugin], {
    input,
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
  expect([status, stdout, stderr, error]).toEqual([0, '', '', undefined])
})

/** OpenCode has no command for plugins: that a program with its name is there is enough. */
function addOpencode(it: Rig): string {
  writeFileSync(it.home.file('bin/opencode'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return it.home.file('.config/opencode/plugin/mayday.js')
}

const own = (it: Rig): Record<string, string> => ({ XDG_CONFIG_HOME: it.home.file('.config') })

test('a plugin that is a file comes and goes alone', async () => {
  await using it = await rig()
  const path = addOpencode(it)
  expect((await it.connect(['opencode', '--dry-run'], own(it))).stdout).toBe(`Would write:\n  ${path}\n`)
  expect((await it.connect(['opencode'], own(it))).code).toBe(0)
  expect(textOf(path)).toContain(`const COMMAND = ["${process.execPath}", "`)
  expect((await it.connect([], own(it))).stdout).toMatch(/^OpenCode {5}connected for this user/m)
  expect((await it.connect(['opencode', '--undo'], own(it))).code).toBe(0)
  expect(existsSync(it.home.file('.config'))).toBe(false)
})

test('a file that is not Mayday’s is not replaced', async () => {
  await using it = await rig()
  const path = addOpencode(it)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '// mine\n')
  const { code, stderr } = await it.connect(['opencode'], own(it))
  expect([code, stderr]).toEqual([2, expect.stringContaining("exists and is not Mayday's")])
  expect([textOf(path), existsSync(join(it.state, 'connect/connections.json'))]).toEqual(['// mine\n', false])
})

test('a changed plugin file is not removed', async () => {
  await using it = await rig()
  const path = addOpencode(it)
  await it.connect(['opencode'], own(it))
  writeFileSync(path, `${textOf(path)}// mine\n`)
  const { code, stderr } = await it.connect(['opencode', '--undo'], own(it))
  expect([code, stderr]).toEqual([2, expect.stringContaining('was changed since it was installed')])
  expect(textOf(path)).toContain('// mine')
})

test('all agents that are installed are connected', async () => {
  await using it = await rig()
  const path = addOpencode(it)
  const { code, stdout } = await it.connect(['--all'], own(it))
  expect([code, stdout.match(/^Connected: \w+/gm)]).toEqual([0, ['Connected: Claude', 'Connected: OpenCode']])
  expect((await it.connect(['--all', '--undo'], own(it))).code).toBe(0)
  expect([textOf(it.settings), existsSync(path)]).toEqual([MINE, false])
})

test('one agent that fails does not hold up the others', async () => {
  await using it = await rig()
  const path = addOpencode(it)
  const { code, stdout } = await it.connect(['--all'], { ...own(it), PLUGIN_AGENT_FAILS: 'install' })
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^Claude Code failed: [^]*\nConnected: OpenCode/)])
  expect([textOf(it.settings), existsSync(path)]).toEqual([MINE, true])
})

test('a Mayday that is gone is named', async () => {
  await using it = await rig()
  await it.connect(['claude'])
  writeFileSync(join(it.state, 'connect/plugin/hooks/mayday'), '/nowhere/node\n/nowhere/mayday.cjs\n')
  expect((await it.connect([])).stdout).toContain('but the Mayday that it starts is gone')
})
