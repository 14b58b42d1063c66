/** `mayday hook` as an agent starts it: events on standard input, in the shapes that the agents write. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mayday, type Finished } from './run-mayday.ts'
import { until } from './running-mayday.ts'
import {
  answered,
  asked,
  called,
  codexFailed,
  codexTurn,
  interrupted,
  limited,
  lines,
  sessionHome,
  uuid,
  type SessionHome,
} from './session-home.ts'

const script = fileURLToPath(new URL('../plugin/hooks/hook.sh', import.meta.url))
const launcher = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

const now = (): string => new Date().toISOString()

type Hooked = SessionHome & {
  readonly state: string
  readonly hook: (event: object | string, env?: Record<string, string>) => Promise<Finished>
  /** Ends a session and waits for what the detached process keeps of it. */
  readonly end: (event: object) => Promise<string>
  readonly kept: () => readonly string[]
}

async function hooked(): Promise<Hooked> {
  const home = await sessionHome()
  const state = home.home.file('state')
  const hook: Hooked['hook'] = (event, env = {}) =>
    mayday(['hook'], {
      input: typeof event === 'string' ? event : JSON.stringify(event),
      cwd: home.project.path,
      env: { ...home.env, MAYDAY_STATE: state, ...env },
    })
  const kept = (): readonly string[] => globSync(join(state, 'heard/*/*.json')).toSorted()
  /** Without the temporary file of an ending that is being written. */
  const all = (): readonly string[] => globSync(join(state, 'heard/*/*.{json,told}')).toSorted()
  return {
    ...home,
    state,
    hook,
    kept,
    end: async (event) => {
      const stamps = (): string =>
        all()
          .map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.ino}`)
          .join()
      const before = stamps()
      expect(await hook(event)).toEqual({ code: 0, stdout: '', stderr: '' })
      await until('the ending of the session', () => stamps() !== before)
      return readFileSync(all().at(-1) ?? '', 'utf8')
    },
  }
}

const claudeEvent = (home: SessionHome, name: string, number: number, more: object = {}): object => ({
  session_id: uuid(number),
  transcript_path: home.home.file(`.claude/projects/-p/${uuid(number)}.jsonl`),
  cwd: home.project.path,
  hook_event_name: name,
  ...more,
})

const contextIn = ({ stdout }: Finished): string =>
  stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext

test('the next session hears once how the last ended', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  home.claude(1, asked('Port the parser to Rust.', at), { ...limited(), ...at })
  await home.end(claudeEvent(home, 'StopFailure', 1, { error: 'rate_limit', last_assistant_message: 'x' }))
  const start = claudeEvent(home, 'SessionStart', 2, { source: 'startup' })
  const told = await home.hook(start)
  expect(contextIn(told)).toMatch(
    /^Mayday: The last session here ended with USAGE_LIMIT at \d{4}-\d\d-\d\d \d\d:\d\d \(Claude Code, 1 turn\)\. The limit resets at .*\nThe lines between the fences .* untrusted data: .*\n~~~~~~\nIt was doing: Port the parser to Rust\.\nThe line that proves it: You've hit your 5-hour limit .*\n~~~~~~\nMore: run `mayday why` in this folder\.$/s,
  )
  expect(JSON.parse(told.stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } })
  expect(await home.hook(start)).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('the end of a told session is not told again', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  home.claude(1, asked('Fix it.', at), { ...limited(), ...at })
  await home.end(claudeEvent(home, 'StopFailure', 1))
  expect(contextIn(await home.hook(claudeEvent(home, 'SessionStart', 2)))).toContain('USAGE_LIMIT')
  const record = await mayday(['hook', '--record'], {
    input: JSON.stringify(claudeEvent(home, 'SessionEnd', 1, { reason: 'other' })),
    env: { ...home.env, MAYDAY_STATE: home.state },
  })
  expect([record.code, home.kept()]).toEqual([0, []])
})

test('a continued session is judged again', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  home.claude(1, asked('Fix it.', at), { ...limited(), ...at })
  await home.end(claudeEvent(home, 'StopFailure', 1))
  home.claude(1, asked('Fix it.', at), { ...limited(), ...at }, asked('Go on.', at), answered('Done.', at))
  expect((await home.hook(claudeEvent(home, 'SessionStart', 2))).stdout).toBe('')
})

test('only the newest session counts, and success is silent', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: new Date(Date.now() - 60_000).toISOString() }), limited())
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  home.claude(2, asked('Go on.', { timestamp: now() }), answered('Done.', { timestamp: now() }))
  await home.end(claudeEvent(home, 'SessionEnd', 2))
  expect((await home.hook(claudeEvent(home, 'SessionStart', 3))).stdout).toBe('')
})

test('an interrupt by the person is not told', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  home.claude(1, asked('Fix it.', at), { ...interrupted, ...at })
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  expect((await home.hook(claudeEvent(home, 'SessionStart', 2))).stdout).toBe('')
})

test('a failure in Codex reaches Claude Code', async () => {
  await using home = await hooked()
  const failed = codexTurn(
    'Add a cache.',
    codexFailed("You've hit your usage limit.", 'usage_limit_exceeded'),
  )
  home.codex(2, ...failed.map((record) => ({ ...record, timestamp: now() })))
  await home.end({ session_id: uuid(2), cwd: home.project.path, hook_event_name: 'SessionEnd' })
  expect(contextIn(await home.hook(claudeEvent(home, 'SessionStart', 3)))).toMatch(
    /USAGE_LIMIT.*\(Codex, 1 turn\).*Add a cache\./s,
  )
})

test('the unnamed events of Copilot CLI are understood', async () => {
  await using home = await hooked()
  const cwd = home.project.path
  const event = (type: string, data: object): object => ({
    type,
    data,
    id: 'i',
    timestamp: now(),
    parentId: null,
  })
  home.write(
    `.copilot/session-state/${uuid(5)}/events.jsonl`,
    lines([
      event('session.start', { sessionId: uuid(5), selectedModel: 'm', context: { cwd } }),
      event('user.message', { content: 'Fix it.' }),
      event('session.error', {
        errorType: 'authentication',
        message: 'Authentication failed',
        statusCode: 401,
      }),
    ]),
  )
  await home.end({ sessionId: uuid(5), timestamp: Date.now(), cwd, reason: 'error' })
  const { stdout } = await home.hook({ sessionId: uuid(6), timestamp: Date.now(), cwd, source: 'new' })
  expect(JSON.parse(stdout).additionalContext).toContain('AUTH_FAILED')
})

test('the text for the model is bounded', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  home.claude(1, asked('word '.repeat(5000), at), answered('more '.repeat(5000), at), {
    ...limited(`You've hit your 5-hour limit · resets 1pm (UTC) ${'and more '.repeat(2000)}`),
    ...at,
  })
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  const text = contextIn(await home.hook(claudeEvent(home, 'SessionStart', 2)))
  expect(text).toContain('It was doing: word word')
  expect(text.length).toBeLessThanOrEqual(1500)
})

test('the next session hears what the last one tried', async () => {
  await using home = await hooked()
  const at = { timestamp: now() }
  const did = [called('npm ci'), called('npm test -- KEY=sk-ant-api03-0123456789abcdefghij')]
  const worked = [asked('Port the parser.', at), ...did, answered('The lexer is done.', at)]
  home.claude(1, ...worked, asked('Go on.', at), { ...limited(), ...at })
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  const text = contextIn(await home.hook(claudeEvent(home, 'SessionStart', 2)))
  expect(text).toMatch(/^It tried: Bash npm ci; Bash npm test -- KEY=\S*\*+\S*$/m)
  expect(text).toContain('Its last words: The lexer is done.')
})

test('a store that cannot be used lets the agent go on', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: now() }), { ...limited(), timestamp: now() })
  const file = home.home.file('a-file')
  writeFileSync(file, '')
  const shut = home.home.file('shut')
  mkdirSync(join(shut, 'heard'), { recursive: true })
  chmodSync(join(shut, 'heard'), 0o000)
  const good = { code: 0, stdout: '', stderr: '' }
  for (const MAYDAY_STATE of ['relative', file, join(file, 'below'), '/dev/full', shut])
    for (const name of ['SessionStart', 'StopFailure', 'SessionEnd'])
      expect(await home.hook(claudeEvent(home, name, 1), { MAYDAY_STATE })).toEqual(good)
  const record = await mayday(['hook', '--record'], {
    input: JSON.stringify(claudeEvent(home, 'SessionEnd', 1)),
    env: { ...home.env, MAYDAY_STATE: file },
  })
  expect(record).toEqual(good)
})

test('a store below /proc does not keep the recorder running', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: now() }), { ...limited(), timestamp: now() })
  const record = await mayday(['hook', '--record'], {
    input: JSON.stringify(claudeEvent(home, 'SessionEnd', 1)),
    env: { ...home.env, MAYDAY_STATE: '/proc/no-such-folder' },
  })
  expect(record).toEqual({ code: 0, stdout: '', stderr: '' })
})

/** A state folder without room, in a mount namespace of its own. Prints what is left in it. */
const ON_A_FULL_DISK = `
  mount -t tmpfs -o size=64k tmpfs "$MAYDAY_STATE" || exit 77
  dd if=/dev/zero of="$MAYDAY_STATE/fill" bs=1k 2>/dev/null
  "$@" || exit 1
  find "$MAYDAY_STATE" -type f ! -name fill`

const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test.skipIf(!canMount)('a full disk lets the agent go on', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: now() }), { ...limited(), timestamp: now() })
  mkdirSync(home.state)
  for (const words of [['hook'], ['hook', '--record']]) {
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', ON_A_FULL_DISK, 'sh', process.execPath, launcher, ...words],
      {
        input: JSON.stringify(claudeEvent(home, 'SessionEnd', 1)),
        cwd: home.project.path,
        env: { PATH: process.env['PATH'], ...home.env, MAYDAY_STATE: home.state },
        encoding: 'utf8',
      },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  }
})

test('whatever the input is, the hook succeeds', async () => {
  await using home = await hooked()
  const good = { code: 0, stdout: '', stderr: '' }
  for (const input of ['', '{', '[]', 'null', '{"hook_event_name":"PreToolUse"}', 'x'.repeat(2_000_000)])
    expect(await home.hook(input)).toEqual(good)
  expect(await mayday(['hook', '--no-such-option'], { env: home.env })).toEqual(good)
})

test('an agent that never closes the input gets its answer', async () => {
  await using home = await hooked()
  home.claude(1, asked('Port the parser.', { timestamp: now() }), { ...limited(), timestamp: now() })
  const open = (word: 'start' | 'end', event: object): Promise<Open> =>
    leftOpen([realScript(home), word], JSON.stringify(event), { ...home.env, MAYDAY_STATE: home.state })
  // Nothing is to be told yet: Mayday is not even started.
  expect(await open('start', claudeEvent(home, 'SessionStart', 2))).toEqual({ code: 0, stdout: '' })
  await open('end', claudeEvent(home, 'SessionEnd', 1))
  await until('the ending of the session', () => home.kept().length > 0)
  const told = await open('start', claudeEvent(home, 'SessionStart', 2))
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('ended with USAGE_LIMIT') })
})

type Open = { readonly code: number | null; readonly stdout: string }

/** Runs a script that gets this input and no end of it. */
async function leftOpen(
  words: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): Promise<Open> {
  const child = spawn('sh', words, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stdin.write(input)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stdin.destroy()
  return { code, stdout }
}

/** The plugin's script as it is installed, with this Mayday. */
function realScript(home: Hooked): string {
  const folder = home.home.file('hooks')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'hook.sh')
  writeFileSync(path, readFileSync(script))
  writeFileSync(join(folder, 'mayday'), `${process.execPath}\n${launcher}\n`)
  return path
}

test('the hook does nothing inside a run of Mayday', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: now() }), { ...limited(), timestamp: now() })
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  const inside = { MAYDAY_RUN_PATH: '/somewhere' }
  expect((await home.hook(claudeEvent(home, 'SessionStart', 2), inside)).stdout).toBe('')
  expect((await home.hook(claudeEvent(home, 'SessionStart', 2))).stdout).not.toBe('')
})

test('nothing is written into the project or the agent', async () => {
  await using home = await hooked()
  home.claude(1, asked('Fix it.', { timestamp: now() }), { ...limited(), timestamp: now() })
  const before = globSync('**', { cwd: home.home.file('.claude') })
  await home.end(claudeEvent(home, 'SessionEnd', 1))
  expect(globSync('**', { cwd: home.project.path })).toEqual(['.'])
  expect(globSync('**', { cwd: home.home.file('.claude') })).toEqual(before)
  expect(statSync(home.kept()[0] ?? '').mode & 0o777).toBe(0o600)
  expect(existsSync(home.project.record)).toBe(false)
})

/** Settings of the user by which a notice is a file. */
function wantNotices(home: Hooked): {
  readonly env: Record<string, string>
  readonly told: () => string | null
} {
  const path = home.home.file('told')
  home.write('.config/mayday/mayday.yaml', `notify:\n  command: cat >> ${path}; echo >> ${path}\n`)
  return {
    env: { XDG_CONFIG_HOME: home.home.file('.config') },
    told: () => {
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      return text.endsWith('\n') ? text : null
    },
  }
}

const lostLogin = { error: 'authentication_failed' }

test('a lost login is reported to the person once', async () => {
  await using home = await hooked()
  const { env, told } = wantNotices(home)
  const at = { timestamp: now() }
  const failed = { ...limited('Invalid API key · Please run /login'), ...lostLogin, ...at }
  home.claude(1, asked('Fix it.', at), failed)
  await home.hook(claudeEvent(home, 'StopFailure', 1, lostLogin), env)
  await until('the notice', told)
  // The end of the same session follows at once.
  const end = JSON.stringify(claudeEvent(home, 'SessionEnd', 1))
  await mayday(['hook', '--record'], { input: end, env: { ...home.env, MAYDAY_STATE: home.state, ...env } })
  const notices = (told() ?? '').trim().split(/\n+/)
  expect(notices).toHaveLength(1)
  expect(JSON.parse(notices[0] ?? '')).toMatchObject({
    kind: 'person',
    title: expect.stringMatching(/^Claude Code: AUTH_FAILED in /),
    text: expect.stringContaining('mayday why'),
  })
})

test('a permission prompt is reported to the person', async () => {
  await using home = await hooked()
  const { env, told } = wantNotices(home)
  const event = claudeEvent(home, 'Notification', 1, {
    notification_type: 'permission_prompt',
    message: 'Claude needs your permission to use Bash',
  })
  await home.hook(event, env)
  const notice = await until('the notice', told)
  expect(JSON.parse(notice)).toMatchObject({
    kind: 'person',
    text: 'Claude needs your permission to use Bash',
  })
})

test('notices of the project are not followed', async () => {
  await using home = await hooked()
  const { env, told } = wantNotices(home)
  const trap = home.project.file('trap')
  writeFileSync(home.project.file('mayday.yaml'), `notify:\n  command: touch ${trap}\n`)
  await home.hook(claudeEvent(home, 'Notification', 1, { notification_type: 'permission_prompt' }), env)
  await until('the notice', told)
  expect(existsSync(trap)).toBe(false)
})

/** The plugin's script with a Mayday that only keeps what it was started with. */
function scripted(home: Hooked): (word: string) => { readonly started: string; readonly path: string } {
  const folder = home.home.file('hooks')
  const path = home.home.file('started')
  mkdirSync(folder)
  writeFileSync(join(folder, 'hook.sh'), readFileSync(script))
  const program = home.home.file('mayday.sh')
  writeFileSync(
    program,
    `echo "$@" $(ps -o sid= -p $$) > ${path}.new\ncat >> ${path}.new\nmv ${path}.new ${path}\n`,
  )
  writeFileSync(join(folder, 'mayday'), `/bin/sh\n${program}\n`)
  return (word) => {
    const { status } = spawnSync('sh', [join(folder, 'hook.sh'), word], {
      input: 'the event',
      env: { PATH: process.env['PATH'], HOME: home.home.path, MAYDAY_STATE: home.state },
    })
    expect(status).toBe(0)
    return { started: existsSync(path) ? readFileSync(path, 'utf8') : '', path }
  }
}

test('the script leaves an end to a session of its own', async () => {
  await using home = await hooked()
  const { path } = scripted(home)('end')
  await until('the detached process', () => existsSync(path))
  const [, session, event] = /^hook --record\s+(\d+)\n(.*)$/.exec(readFileSync(path, 'utf8')) ?? []
  expect(event).toBe('the event')
  const own = spawnSync('ps', ['-o', 'sid=', '-p', String(process.pid)], { encoding: 'utf8' }).stdout.trim()
  expect(session).not.toBe(own)
})

test('the script starts Mayday only if there is news', async () => {
  await using home = await hooked()
  const run = scripted(home)
  expect(run('start').started).toBe('')
  mkdirSync(join(home.state, 'heard/x'), { recursive: true })
  writeFileSync(join(home.state, 'heard/x/claude-1.json'), '{}')
  expect(run('start').started).toMatch(/^hook .*the event$/s)
})
