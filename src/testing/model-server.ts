/**
 * A model server on loopback that answers by a script.
 *
 * M1 A request is in `requests` before the first byte of its answer is sent.
 * M2 After `close()` no port, connection or timer is left. Every hanging answer is cut.
 * M3 While the server refuses, no socket listens: the system refuses connections, not the server.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { MaydayError } from '../errors.ts'
import { answerOther } from './answer-other.ts'
import { checkScript, checkTurn } from './check-script.ts'
import { deliver, isRedirected, redirectFrom, sendReply } from './deliver.ts'
import type { ModelRequest, UnansweredRequest } from './model-request.ts'
import { readRequest, type ReceivedRequest } from './read-request.ts'
import { playScript } from './script-player.ts'
import type { Script, Turn } from './script.ts'

export type ModelServerOptions = {
  readonly script: Script
  /** The default is any free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Called for every request when its answer is known. */
  readonly onRequest?: (request: ModelRequest) => void
}

/** Starts a model server. Close it with `close()` or `await using`. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  checkScript(options.script)
  const server = new ModelServer(options)
  await server.accept()
  return server
}

type Waiter = {
  readonly isWanted: (request: ModelRequest) => boolean
  readonly resolve: (request: ModelRequest) => void
  readonly reject: (error: Error) => void
}

export class ModelServer implements AsyncDisposable {
  readonly #requests: ModelRequest[] = []
  readonly #waiters = new Set<Waiter>()
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()
  readonly #server: Server
  readonly #host: string
  readonly #turnFor: (request: UnansweredRequest) => Turn
  readonly #onRequest: (request: ModelRequest) => void
  #port: number
  #reopening: NodeJS.Timeout | undefined
  #refused: Promise<void> = Promise.resolve()

  constructor({ script, port = 0, host = '127.0.0.1', onRequest = () => {} }: ModelServerOptions) {
    this.#host = host
    this.#port = port
    this.#turnFor = playScript(script)
    this.#onRequest = onRequest
    this.#server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (message, response) => {
      this.#answer(message, response).catch((error: unknown) => giveUp(response, error))
    })
    this.#server.on('connection', (socket) => this.#keep(socket))
    this.#server.on('upgrade', (message, socket) => {
      this.#answerUpgrade(message, socket).catch(() => socket.destroy())
    })
  }

  /** The base URL, without a trailing slash. */
  get url(): string {
    const host = this.#host === '0.0.0.0' ? '127.0.0.1' : this.#host
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`
  }

  /** Everything received so far, oldest first. */
  get requests(): readonly ModelRequest[] {
    return this.#requests
  }

  /** The first request that matches, including those already received. */
  async waitFor(isWanted: (request: ModelRequest) => boolean): Promise<ModelRequest> {
    const known = this.#requests.find(isWanted)
    if (known !== undefined) return known
    return await new Promise((resolve, reject) => this.#waiters.add({ isWanted, resolve, reject }))
  }

  /** Refuses connections until `accept()`, and cuts open ones. */
  async refuse(): Promise<void> {
    clearTimeout(this.#reopening)
    this.#refused = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await this.#refused
  }

  /** Accepts connections again, at the same port. */
  async accept(): Promise<void> {
    clearTimeout(this.#reopening)
    await this.#refused
    if (this.#server.listening || this.#closing.signal.aborted) return
    await new Promise<void>((resolve, reject) => {
      const fail = (cause: Error): void => reject(cannotListen(this.url, cause))
      this.#server.once('error', fail)
      this.#server.listen({ port: this.#port, host: this.#host }, () => {
        this.#server.off('error', fail)
        resolve()
      })
    })
    this.#port = portOf(this.#server.address())
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const { reject } of this.#waiters) reject(new Error('The model server is closed.'))
    this.#waiters.clear()
    await this.refuse()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // A client that resets its connection is normal here.
    socket.on('error', () => {})
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readRequest(message, () => this.#requests.length + 1)
    const { request, api } = received
    if (api === null || isRedirected(request.path)) return this.#answerAtOnce(received, response)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const turn = this.#takeTurn(request)
    this.#note({ ...request, answeredWith: turn.kind === 'fault' ? turn.name : turn.kind })
    const signal = AbortSignal.any([gone.signal, this.#closing.signal])
    await deliver({ request, api, response, signal, refuse: (forMs) => this.#refuseFor(forMs) }, turn)
  }

  #takeTurn(request: UnansweredRequest): Turn {
    try {
      const turn = this.#turnFor(request)
      checkTurn(turn)
      return turn
    } catch (error) {
      this.#note({ ...request, answeredWith: 'script error' })
      throw error
    }
  }

  #answerAtOnce({ request }: ReceivedRequest, response: ServerResponse): void {
    const { name, ...reply } = isRedirected(request.path)
      ? { name: 'redirect-loop', ...redirectFrom(request.path) }
      : answerOther(request.path)
    this.#note({ ...request, answeredWith: name })
    sendReply(response, reply)
  }

  /** With some settings Codex tries a WebSocket first, and uses HTTP if there is none. */
  async #answerUpgrade(message: IncomingMessage, socket: { end: (text: string) => void }): Promise<void> {
    const { request } = await readRequest(message, () => this.#requests.length + 1)
    this.#note({ ...request, answeredWith: 'not found' })
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  }

  #note(request: ModelRequest): void {
    this.#requests.push(request)
    for (const waiter of this.#waiters) {
      if (!waiter.isWanted(request)) continue
      this.#waiters.delete(waiter)
      waiter.resolve(request)
    }
    this.#onRequest(request)
  }

  #refuseFor(forMs: number | undefined): void {
    void this.refuse()
    if (forMs === undefined) return
    this.#reopening = setTimeout(() => void this.accept(), forMs)
  }
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

const cannotListen = (url: string, cause: Error): MaydayError =>
  new MaydayError(
    'CANNOT_LISTEN',
    `Cannot listen on ${url}: ${cause.message}. Give another port, or none for any free one.`,
    { cause },
  )

/** The client is gone, or a script threw. The author of the script must see that in the answer. */
function giveUp(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  if (response.headersSent) return void response.destroy()
  const message = `The model server could not play its script: ${error instanceof Error ? error.message : String(error)}`
  sendReply(response, { status: 500, body: { type: 'error', error: { type: 'script_error', message } } })
}
