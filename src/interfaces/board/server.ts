/** The board's server: one page and one API for one user on this machine. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MaydayError } from '../../errors.ts'
import { actionRoutes } from './actions.ts'
import { RequestError, SAFE_HEADERS, sendError, sendJson } from './answer.ts'
import { BoardState } from './board-state.ts'
import { boardToken } from './board-token.ts'
import { boundedServer, closeServer, listenOn } from './connections.ts'
import { Feed } from './feed.ts'
import { Guard } from './guard.ts'
import type { BoardContext } from './context.ts'
import { matchRoute, readBody, type Route } from './router.ts'
import { METRICS_TYPE, renderMetrics } from './metrics.ts'
import { questionRoutes } from './routes.ts'
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

const API = '/api/v1/'

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
  const desk: Desk = {
    guard: new Guard(token, bound),
    routes: [...questionRoutes({ context, board, feed }), ...actionRoutes(context, refresh)],
    files: new StaticFiles(files),
    metrics: () => renderMetrics(context.store),
  }
  server.on('request', (request, response) => void answer(request, response, desk))
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

export class PortError extends MaydayError {
  constructor(port: number, cause: Error) {
    const why = 'code' in cause && cause.code === 'EADDRINUSE' ? 'it is already in use' : cause.message
    super('PORT', `The board cannot use port ${port}: ${why}. Choose another: mayday board --port 0`, {
      cause,
    })
  }
}

type Desk = {
  readonly guard: Guard
  readonly routes: readonly Route[]
  readonly files: StaticFiles
  /** For Prometheus. */
  readonly metrics: () => string
}

function answerMetrics(request: IncomingMessage, response: ServerResponse, { guard, metrics }: Desk): void {
  guard.check(request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new RequestError(405, 'METHOD', `/metrics takes GET, not ${request.method}.`)
  response.writeHead(200, { ...SAFE_HEADERS, 'content-type': METRICS_TYPE }).end(metrics())
}

async function answer(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  try {
    const path = pathOf(request)
    if (path.startsWith(API)) await answerApi(request, response, desk)
    else if (path === '/metrics') answerMetrics(request, response, desk)
    else answerPage(request, response, desk)
  } catch (error) {
    // Node would read the rest of the body as the next request, or wait for it without end.
    if (!request.complete && !response.headersSent) response.setHeader('connection', 'close')
    sendError(response, error)
  }
}

/** The raw path. No `..` is resolved, so it cannot lead elsewhere. */
const pathOf = ({ url }: IncomingMessage): string => (url ?? '/').split('?', 1).join('')

const queryOf = ({ url }: IncomingMessage): URLSearchParams =>
  new URLSearchParams((url ?? '').split('?').slice(1).join('?'))

async function answerApi(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  desk.guard.check(request)
  const { route, parts } = matchRoute(desk.routes, request.method ?? '', pathOf(request).slice(API.length))
  const body = route.method === 'POST' ? await readBody(request) : {}
  const answered = await route.answer({
    request,
    response,
    query: queryOf(request),
    part: (name) => parts.get(name) ?? '',
    body,
  })
  if (answered !== undefined) sendJson(response, 200, answered)
}

/**
 * The paths of the views of the page, which web/address.ts parses. The server answers all of them with the page. They
 * contain no character that is special in HTML.
 */
const isPlace = (path: string): boolean =>
  /^\/(?:(?:work|runs|tasks|failures|cards|sessions|nodes)(?:\/[\w.~:%-]+){0,2})?$/.test(path)

type Welcome = { readonly path: string; readonly query: URLSearchParams; readonly cookie: string }

const DENIED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mayday</title>
<h1>This board is private</h1><p>Open the address that <code>mayday board</code> printed: it holds the key.</p></html>`

function answerPage(request: IncomingMessage, response: ServerResponse, desk: Desk): void {
  const { guard, files } = desk
  guard.checkPlace(request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new RequestError(405, 'METHOD', `The page takes GET, not ${request.method}.`)
  const query = queryOf(request)
  const path = pathOf(request)
  if (isPlace(path) && guard.isToken(query.get('token'))) {
    welcome(response, { path, query, cookie: guard.cookie })
    return
  }
  if (!guard.hasToken(request)) {
    response.writeHead(401, { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' }).end(DENIED)
    return
  }
  const name = isPlace(path) ? 'index.html' : path.slice(1)
  if (!files.send(name, request, response))
    throw new RequestError(404, 'NOT_FOUND', 'There is no such page. The board is at /')
}

/**
 * Moves the token from the URL, where it would be visible and stored in the history, into a cookie. This needs a
 * page: after a redirect, a browser that comes from another site (a file, a web terminal) does not send the cookie.
 */
function welcome(response: ServerResponse, { path, query, cookie }: Welcome): void {
  query.delete('token')
  const rest = query.toString().replaceAll('&', '&amp;')
  const next = rest === '' ? path : `${path}?${rest}`
  response
    .writeHead(200, { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'set-cookie': cookie })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${next}"><link rel="icon" href="data:,"><title>Mayday</title><p><a href="${next}">To the board</a></p></html>`,
    )
}
