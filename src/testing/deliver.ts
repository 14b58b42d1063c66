import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import type { Api, Reply } from './apis/api.ts'
import { piecesOf } from './answer.ts'
import { composeAnswer, composeFault } from './compose-answer.ts'
import { isFaultOf, type FaultOf, type FaultOptions } from './faults.ts'
import type { UnansweredRequest } from './model-request.ts'
import type { Turn } from './script.ts'

/** A request that waits for its answer. */
export type Exchange = {
  readonly request: UnansweredRequest
  readonly api: Api
  readonly response: ServerResponse
  /** Aborted when the connection or the server is closed. Every wait ends then. */
  readonly signal: AbortSignal
  /** Refuses connections for this time, or until `accept()`. */
  readonly refuse: (forMs: number | undefined) => void
}

/** The time that a client gets to read before its connection is reset: a reset discards unread bytes. */
const BEFORE_RESET_MS = 50

/** Answers a request with a turn. */
export async function deliver(exchange: Exchange, turn: Turn): Promise<void> {
  if (turn.kind !== 'fault') return sendAnswer(exchange, composeAnswer(exchange.request, turn))
  const { name } = turn
  if (isFaultOf('answer', name)) return sendAnswer(exchange, composeFault(exchange.request, name, turn))
  if (isFaultOf('status', name)) return sendReply(exchange.response, statusReply(exchange, name, turn))
  if (isFaultOf('stream', name)) return streamFaults[name](exchange, turn)
  return connectionFaults[name](exchange, turn)
}

export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function sendAnswer(exchange: Exchange, answer: Answer): void {
  begin(exchange)
  for (const part of partsOf(exchange, answer)) exchange.response.write(part)
  exchange.response.end()
}

function begin({ request, response }: Exchange): void {
  const type = request.isStreaming ? 'text/event-stream; charset=utf-8' : 'application/json'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  response.flushHeaders()
}

/** Events, or the pieces of an answer that is not streamed. Both can be cut, reset or delayed. */
const partsOf = ({ request, api }: Exchange, answer: Answer): readonly string[] =>
  request.isStreaming
    ? api.events(answer, request.model)
    : piecesOf(JSON.stringify(api.whole(answer, request.model)))

function page(status: number, title: string): Reply {
  const body = `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`
  return { status, headers: { 'content-type': 'text/html' }, body }
}

function statusReply({ request, api }: Exchange, name: FaultOf<'status'>, options: FaultOptions): Reply {
  if (name === 'bad-gateway') return page(502, '502 Bad Gateway')
  if (name === 'gateway-timeout') return page(504, '504 Gateway Time-out')
  if (name !== 'http') return api.errors[name](request.model, options)
  const { status = 418, headers = {}, body = '' } = options
  return { status, headers, body }
}

type Misbehave = (exchange: Exchange, options: FaultOptions) => Promise<void> | void

const WORDS = 'Some words that come slowly, or in part, or never to their end, as the fault wants it.'

const wordsFor = (exchange: Exchange, { message = WORDS }: FaultOptions): readonly string[] =>
  partsOf(exchange, composeAnswer(exchange.request, { kind: 'say', text: message }))

/** Sends the first parts of an answer, but never all. */
function sendSome(exchange: Exchange, options: FaultOptions): void {
  const { afterEvents = 3 } = options
  begin(exchange)
  const parts = wordsFor(exchange, options)
  for (const part of parts.slice(0, Math.min(afterEvents, parts.length - 1))) exchange.response.write(part)
}

const streamFaults: Readonly<Record<FaultOf<'stream'>, Misbehave>> = {
  'slow-drip': async (exchange, options) => {
    const { everyMs = 1000 } = options
    begin(exchange)
    for (const part of wordsFor(exchange, options)) {
      await wait(everyMs, undefined, exchange)
      exchange.response.write(part)
    }
    exchange.response.end()
  },
  'cut-stream': (exchange, options) => {
    sendSome(exchange, options)
    exchange.response.end()
  },
  'reset-mid-stream': async (exchange, options) => {
    sendSome(exchange, options)
    await wait(BEFORE_RESET_MS, undefined, exchange)
    exchange.response.socket?.resetAndDestroy()
  },
  'hang-mid-stream': sendSome,
  'hang-after-headers': begin,
  'pings-only': async (exchange, { everyMs = 1000 }) => {
    begin(exchange)
    // Proxies send white space before JSON to keep the connection of an answer that is not streamed.
    const ping = exchange.request.isStreaming ? exchange.api.ping : ' '
    for (;;) {
      exchange.response.write(ping)
      await wait(everyMs, undefined, exchange)
    }
  },
  malformed: (exchange, options) => {
    begin(exchange)
    const [first = ''] = wordsFor(exchange, options)
    exchange.response.end(exchange.request.isStreaming ? `${first.trimEnd().slice(0, -3)}\n\n` : first)
  },
  'error-mid-stream': (exchange, options) => {
    const { request, api, response } = exchange
    if (!request.isStreaming) return sendReply(response, api.errors.overloaded(request.model, options))
    sendSome(exchange, options)
    response.end(api.failure)
  },
}

const connectionFaults: Readonly<Record<FaultOf<'connection'>, Misbehave>> = {
  hang: () => {},
  reset: ({ response }) => {
    response.socket?.resetAndDestroy()
  },
  refused: ({ response, refuse }, { forMs }) => {
    response.socket?.resetAndDestroy()
    refuse(forMs)
  },
  'wrong-content-type': ({ response }) =>
    sendReply(response, page(200, 'Please sign in to the Wi-Fi network')),
  'redirect-loop': ({ request, response }) => sendReply(response, redirectFrom(request.path)),
}

const HOP = 'scripted-redirect'

/** Whether a redirect of this server led to the request. It takes no turn. */
export const isRedirected = (path: string): boolean => path.includes(HOP)

export const redirectFrom = (path: string): Reply => ({
  status: 307,
  headers: { location: isRedirected(path) ? path : `${path}${path.includes('?') ? '&' : '?'}${HOP}` },
  body: '',
})
