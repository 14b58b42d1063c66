/** A real server over a real store in a folder of its own, for tests. */
import { knownAgents } from '../src/agents/known-agents.ts'
import { connect } from 'node:net'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_CONFIG } from '../src/config/config.ts'
import { projectAt } from '../src/record/project.ts'
import { STATE_VARIABLE } from '../src/record/state-home.ts'
import { Store } from '../src/record/store.ts'
import { wallClock } from '../src/scheduling/sleep-until.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import type { BoardContext } from '../src/interfaces/board/context.ts'
import { startBoard, type BoardOptions, type RunningBoard } from '../src/interfaces/board/server.ts'

export type Answered = { readonly status: number; readonly headers: Headers; readonly json: unknown }

export type Rig = AsyncDisposable & {
  readonly root: string
  readonly context: BoardContext
  readonly board: () => RunningBoard
  /** The commands that the board started. */
  readonly launched: (readonly string[])[]
  readonly url: (path: string) => string
  readonly ask: (path: string, init?: RequestInit) => Promise<Answered>
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>
  /** Sends raw bytes, for requests that `fetch` would not send. */
  readonly raw: (lines: readonly string[]) => Promise<string>
  readonly restart: () => Promise<void>
}

export async function openRig(
  config: Partial<BoardContext['config']> = {},
  options: Pick<BoardOptions, 'pingEveryMs'> = {},
): Promise<Rig> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mayday-board-')))
  const project = projectAt(root, { [STATE_VARIABLE]: `${root}.state` })
  const store = Store.open(project.record)
  const launched: (readonly string[])[] = []
  const context: BoardContext = {
    store,
    project,
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule: {},
    config: { ...NO_CONFIG, ...config },
    overrides: {},
    isDemo: false,
    checkTrust: async () => undefined,
    launch: (words) => launched.push(words),
  }
  let board = await startBoard(context, { ...options, port: 0 })
  const url = (path: string): string => `http://127.0.0.1:${board.port}${path}`
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${board.token}`)
    const answer = await fetch(url(path), { redirect: 'manual', ...init, headers })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: isJson(text) ? JSON.parse(text) : text }
  }
  return {
    root,
    context,
    launched,
    url,
    ask,
    board: () => board,
    post: (path, body = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    raw: (lines) => sendRaw(board.port, lines),
    restart: async () => {
      const { port } = board
      await board.close()
      board = await startBoard(context, { ...options, port })
    },
    [Symbol.asyncDispose]: async () => {
      await board.close()
      store.close()
      for (const path of [root, `${root}.state`]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
