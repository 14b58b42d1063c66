/** The board's server: one page and one API for one user on this machine. */
import { MaydayError } from '../../errors.ts'
import { BoardState } from './board-state.ts'
import { boardToken } from './board-token.ts'
import { boundedServer, closeServer, listenOn } from './connections.ts'
import { Feed } from './feed.ts'
import { Guard } from './guard.ts'
import type { BoardContext, BoardEnv, Desk } from './context.ts'
import { StaticFiles } from './static-files.ts'
import { complain } from '../complain.ts'

export type BoardOptions = {
  /** 0 means any free port. */
  readonly port: number
  /** The folder of the built page; the default is that of this installation. */
  readonly files?: string
  /** The default is 15 s. */
  readonly pingEveryMs?: number
}

export type RunningBoard = {
  readonly port: number
  /** The URL for a browser. It contains the token. */
  readonly address: string
  readonly token: string
  /** Call this after this process wrote into the store. */
  readonly refresh: () => void
  readonly close: () => Promise<void>
}

/** Listens on loopback only. */
export async function startBoard(
  context: BoardContext,
  { port, files, pingEveryMs }: BoardOptions,
): Promise<RunningBoard> {
  const token = boardToken(context.project)
  const board = new BoardState(context)
  const feed = new Feed(board, pingEveryMs)
  const refresh = (): void => {
    board.forget()
    feed.look()
  }
  const server = boundedServer()
  const bound = await listenOn(server, { host: '127.0.0.1', port }, (error) => new PortError(port, error))
  // The connection could not be accepted. Only its client is affected.
  server.on('error', ({ message }) => complain(`board error: ${message}`))
  const guard = new Guard(token, bound)
  const desk: Desk = { context, board, feed, guard, files: new StaticFiles(files), refresh }
  const loading = loadApp()
  server.on('request', (incoming, outgoing) => {
    void loading.then((answer) => answer({ incoming, outgoing, ...desk }))
  })
  return {
    port: bound,
    address: `http://127.0.0.1:${bound}/?token=${token}`,
    token,
    refresh,
    close: () => {
      feed.close()
      return closeServer(server)
    },
  }
}

/** Loading Hono takes a fifth of the start, so it waits until the address is printed. */
async function loadApp(): Promise<(env: BoardEnv['Bindings']) => void> {
  await new Promise((resolve) => setImmediate(resolve))
  return (await import('./app.ts')).answerRequest
}

export class PortError extends MaydayError {
  constructor(port: number, cause: Error) {
    const why = 'code' in cause && cause.code === 'EADDRINUSE' ? 'it is already in use' : cause.message
    super('PORT', `The board cannot use port ${port}: ${why}. Choose another: mayday board --port 0`, {
      cause,
    })
  }
}
