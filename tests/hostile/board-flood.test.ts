import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder } from '../run-mayday.ts'
import { until } from '../running-mayday.ts'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

type Board = AsyncDisposable & {
  readonly child: ChildProcess
  /** The status of an answer, or why there is none. */
  readonly ask: (path: string) => Promise<number | string>
  /** Connections that ask nothing; half of them begin to. */
  readonly flood: (count: number) => Promise<readonly Socket[]>
  readonly openPage: () => Promise<number>
}

/** The real command with so many descriptors. */
async function boardWith(descriptors: number): Promise<Board> {
  const folder = await freshFolder()
  const { MAYDAY_DIR: _none, ...env } = process.env
  const shell = `ulimit -n ${descriptors}; exec "$0" "$@"`
  const args = ['-c', shell, process.execPath, bin, 'board', '--json', '--port', '0']
  const child = spawn('sh', args, {
    cwd: folder.path,
    env: { ...env, XDG_CONFIG_HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const { port, token } = JSON.parse(await until('the address', () => out.includes('\n') && out))
  const sockets: Socket[] = []
  const pages = new AbortController()
  // A page stays open only as long as its answer is kept: fetch ends the streams of answers that nothing holds.
  const answers: Response[] = []
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const url = `http://127.0.0.1:${port}/api/v1/`
  return {
    child,
    ask: (path) =>
      fetch(url + path, { headers }).then(
        async (answer) => (await answer.text(), answer.status),
        (error: unknown) => String(error),
      ),
    flood: async (count) => {
      const opened = Array.from({ length: count }, (_, at) => halfOpen(port, at % 2 === 0))
      sockets.push(...opened)
      await Promise.all(opened.map(settled))
      return opened
    },
    openPage: async () => {
      const answer = await fetch(`${url}events`, { headers, signal: pages.signal })
      answers.push(answer)
      return answer.status
    },
    [Symbol.asyncDispose]: async () => {
      pages.abort()
      for (const socket of sockets) socket.destroy()
      if (child.exitCode === null) {
        child.kill('SIGINT')
        await once(child, 'close')
      }
      await folder[Symbol.asyncDispose]()
    },
  }
}

function halfOpen(port: number, begins: boolean): Socket {
  const socket = connect(port, '127.0.0.1')
  // The board may let it go at any time.
  socket.on('error', () => undefined)
  if (begins) socket.write('POST /api/v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
  return socket
}

const settled = (socket: Socket): Promise<void> =>
  new Promise((done) => {
    socket.once('connect', () => done())
    socket.once('close', () => done())
  })

test('silent connections do not block the board', async () => {
  await using board = await boardWith(256)
  expect(await board.ask('state')).toBe(200)
  await board.flood(400)
  expect(await board.ask('state')).toBe(200)
  expect(await board.ask('runs')).toBe(200)
})

test('a board without descriptors works again later', async () => {
  await using board = await boardWith(64)
  const sockets = await board.flood(200)
  await board.ask('state')
  for (const socket of sockets) socket.destroy()
  await until('every connection to be gone', () => sockets.every(({ destroyed }) => destroyed))
  const answers: (number | string)[] = []
  while (!answers.includes(200) && answers.length < 200) answers.push(await board.ask('state'))
  expect(answers.at(-1)).toBe(200)
  expect(board.child.exitCode).toBeNull()
})

test('open pages leave room for questions', async () => {
  await using board = await boardWith(256)
  const opened = await Promise.all(Array.from({ length: 64 }, () => board.openPage()))
  expect(new Set(opened)).toEqual(new Set([200]))
  expect(await board.openPage()).toBe(503)
  expect(await board.ask('state')).toBe(200)
})
