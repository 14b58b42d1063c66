import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'
import { until } from './running-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

type Opened = {
  readonly address: string
  readonly port: number
  readonly token: string
  readonly root: string
}

/** Runs the real command until it is interrupted. Returns its exit code. */
async function openBoard(
  cwd: string,
  ...more: string[]
): Promise<Opened & { readonly end: () => Promise<number | null> }> {
  const { MAYDAY_DIR: _none, ...env } = process.env
  const child = spawn(process.execPath, [bin, 'board', '--json', ...more], {
    cwd,
    env: { ...env, XDG_CONFIG_HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const opened: Opened = JSON.parse(await until('the address', () => out.includes('\n') && out))
  return {
    ...opened,
    end: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

const ask = async (board: Opened, path: string): Promise<Record<string, unknown>> => {
  const answer = await fetch(`http://127.0.0.1:${board.port}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${board.token}` },
  })
  const said: Record<string, unknown> = JSON.parse(await answer.text())
  return said
}

const post = (board: Opened, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${board.port}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${board.token}`, 'content-type': 'application/json' },
    body: '{}',
  })

test('a board opens, answers, and ends by Ctrl+C', async () => {
  await using folder = await freshFolder()
  const board = await openBoard(folder.path, '--port', '0')
  expect(await ask(board, 'state')).toMatchObject({ format: 'mayday.state/3', tasks: [] })
  const welcome = await fetch(board.address)
  const [cookie = ''] = (welcome.headers.get('set-cookie') ?? '').split(';')
  const shown = await fetch(`http://127.0.0.1:${board.port}/`, { headers: { cookie } })
  expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const taken = await mayday(['board', '--no-open', '--port', String(board.port)], { cwd: folder.path })
  expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining('it is already in use') })
  expect(await board.end()).toBe(0)
  const again = await openBoard(folder.path, '--port', String(board.port))
  expect(again.token).toBe(board.token)
  expect(await again.end()).toBe(0)
})

test('Retry on the board starts a real run', async () => {
  await using folder = await freshFolder()
  await mayday(
    ['add', 'try it', '--no-expect-changes', '--', 'sh', '-c', 'echo once more; exit 0', '{prompt}'],
    { cwd: folder.path },
  )
  const board = await openBoard(folder.path, '--port', '0')
  expect((await post(board, 'tasks/1/retry')).status).toBe(200)
  const state = (): Promise<Record<string, unknown>> => ask(board, 'state')
  let now = await state()
  while (JSON.stringify(now['counts']).includes('"succeeded":0')) now = await state()
  expect(now).toMatchObject({ tasks: [{ task: 1, status: 'succeeded', run: 1 }] })
  expect(await ask(board, 'runs/1/log')).toMatchObject({ text: 'once more\n' })
  expect(await board.end()).toBe(0)
})

test('a demo shows sample data and leaves nothing', async () => {
  await using folder = await freshFolder()
  const board = await openBoard(folder.path, '--demo', '--port', '0')
  const state = await ask(board, 'state')
  expect(state).toMatchObject({ project: { name: 'shop', isDemo: true }, holder: expect.anything() })
  const failures = await ask(board, 'failures')
  const found = JSON.stringify(failures['byReason'])
  for (const reason of [
    'TESTS_FAILED',
    'BROKEN_BUILD',
    'USAGE_LIMIT',
    'RATE_LIMITED',
    'MAX_TURNS',
    'AUTH_FAILED',
  ])
    expect(found).toContain(reason)
  // The final test decided, after the lines of the agent's transcript.
  expect(await ask(board, 'runs/1')).toMatchObject({
    run: { diagnosis: { stage: 'final_test', evidence: [{ excerpt: '1 failed, 7 passed in 0.42s' }] } },
  })
  expect(await ask(board, 'runs/1/story?brief=true')).toMatchObject({ agent: 'claude' })
  expect(await ask(board, 'runs/1/changes')).toMatchObject({ files: [{ path: 'src/login.py' }] })
  expect(await board.end()).toBe(0)
  expect(readdirSync(folder.path)).toEqual([])
  expect(existsSync(dirname(board.root))).toBe(false)
})

test.each([
  [['--port', 'x'], '--port needs a number from 0 to 65535'],
  [['--port', '70000'], '--port needs a number from 0 to 65535'],
  [['here'], 'board takes only options'],
])('a wrong command line is a clear error: %s', async (args, said) => {
  await using folder = await freshFolder()
  const { code, stderr } = await mayday(['board', ...args], { cwd: folder.path })
  expect({ code, said: stderr.includes(said) }).toEqual({ code: 2, said: true })
  expect(readdirSync(folder.path)).toEqual([])
})
