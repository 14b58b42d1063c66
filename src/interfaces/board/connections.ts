/**
 * Limits the cost of connections: every local user can open one, with or without the token.
 *
 * N1 The number of open connections has a fixed limit. It is far below the limit of file descriptors, because files
 * and the database need some too. N2 Over the limit, the oldest connection without a request is closed. So a client
 * that sends its request at once is answered during a flood. N3 A connection that sends no request, an incomplete
 * request, or stays idle is closed after a timeout.
 */
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'

/** A browser opens six connections for each page. macOS allows a process 256 file descriptors. */
const MOST_CONNECTIONS = 128
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const KEEP_ALIVE_MS = 5000
/** The interval at which Node checks the header and request timeouts. */
const CHECK_EVERY_MS = 2000
const MOST_HEADERS = 100

export type Certificate = { readonly cert: string; readonly key: string }

const LIMITS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
}

/** Creates a server that does not listen yet. With a certificate it speaks HTTPS only. */
export function boundedServer(certificate: Certificate | null = null): Server {
  const server: Server =
    certificate === null
      ? createServer(LIMITS)
      : createTlsServer({ ...LIMITS, ...certificate, handshakeTimeout: HEADERS_MS })
  // N1: a connection is counted below only after its handshake.
  if (certificate !== null) server.maxConnections = MOST_CONNECTIONS
  server.maxHeadersCount = MOST_HEADERS
  const waiting = new Set<Socket>()
  let open = 0
  server.on(certificate === null ? 'connection' : 'secureConnection', (socket: Socket) => {
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

/** N2. A Set iterates in insertion order. */
const oldestOf = ([oldest]: Iterable<Socket>): Socket | undefined => oldest

/** Returns the port. 0 means any free one. */
export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  refusal: (cause: Error) => Error,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(refusal(error))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Ends the open connections too. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
