/**
 * Bounds what connections may cost: anybody on this machine can open one, with or without the token.
 *
 * N1 No more than a fixed number at once, far below any limit of descriptors: files and the database need some too.
 * N2 Where there are more, the oldest that has not asked anything goes: who asks at once is answered in any flood.
 * N3 Who does not ask, does not finish asking, or does not go is let go after a time.
 */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** A browser opens six for each page. macOS gives a process 256 descriptors. */
const MOST_CONNECTIONS = 128
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const KEEP_ALIVE_MS = 5000
/** How often the two above are looked at. */
const CHECK_EVERY_MS = 2000
const MOST_HEADERS = 100

/** Not listening yet. */
export function boundedServer(): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  })
  server.maxHeadersCount = MOST_HEADERS
  const waiting = new Set<Socket>()
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    waiting.add(socket)
    socket.once('close', () => {
      open -= 1
      waiting.delete(socket)
    })
    if (open > MOST_CONNECTIONS) oldestOf(waiting)?.destroy()
  })
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket)
    })
  })
  return server
}

/** N2. A set keeps the order in which its members came. */
const oldestOf = ([oldest]: Iterable<Socket>): Socket | undefined => oldest
