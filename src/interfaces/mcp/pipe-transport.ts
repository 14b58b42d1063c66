/**
 * JSON-RPC messages over standard input and output, one on each line.
 *
 * T1 A line that is not a message gets an error, and the connection stays open.
 * T2 At the end of the input, requests that were already received are still answered.
 * T3 Memory is bounded: a line that is too long is not kept.
 */
import { isJSONRPCNotification, isJSONRPCRequest, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server'
import { messageLines } from './message-lines.ts'

/** T3. More text than an agent can hold. */
const MOST_BYTES = 8 * 1024 * 1024

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

type Pipe = {
  readonly input: AsyncIterable<Uint8Array>
  readonly write: (line: string) => void
  /** True if the client no longer reads. */
  readonly isClosed: () => boolean
}

export class PipeTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  readonly #pipe: Pipe
  readonly #unanswered = new Set<RequestId>()
  readonly #end = new AbortController()
  #settled: (() => void) | null = null

  constructor(pipe: Pipe) {
    this.#pipe = pipe
  }

  /** Aborted at the end of the input: the client no longer waits for an answer. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  async start(): Promise<void> {}

  /** Reads until the client closes the input. */
  async serve(): Promise<void> {
    for await (const line of messageLines(this.#pipe.input, MOST_BYTES)) {
      if (this.#pipe.isClosed()) break
      this.#receive(line)
    }
    this.#end.abort()
    await this.#allAnswered()
    await this.close()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#pipe.write(`${JSON.stringify(message)}\n`)
    if ('id' in message && !('method' in message) && message.id !== undefined) this.#answered(message.id)
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  #receive(line: string | null): void {
    if (line?.trim() === '') return
    const message = line === null ? this.#tooLong() : this.#parse(line)
    if (message === null) return
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id)
    this.onmessage?.(message)
    const canceled = canceledBy(message)
    if (canceled !== null) this.#answered(canceled)
  }

  #tooLong(): null {
    return this.#refuse(INVALID_REQUEST, `The message is larger than ${MOST_BYTES} bytes. Send less text.`)
  }

  /** T1. */
  #parse(line: string): JSONRPCMessage | null {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return this.#refuse(PARSE_ERROR, 'The line is not JSON. Each message is one line of JSON-RPC 2.0.')
    }
    if (Array.isArray(value))
      return this.#refuse(INVALID_REQUEST, 'Batches are not supported. Send each message on its own line.')
    try {
      return parseJSONRPCMessage(value)
    } catch {
      return this.#refuse(INVALID_REQUEST, 'The line is not a JSON-RPC 2.0 message.', idOf(value))
    }
  }

  #refuse(code: number, message: string, id: RequestId | null = null): null {
    this.#pipe.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
    return null
  }

  /** T2. */
  #allAnswered(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#settled = resolve))
  }

  #answered(id: RequestId): void {
    this.#unanswered.delete(id)
    if (this.#unanswered.size === 0) this.#settled?.()
  }
}

function idOf(value: unknown): RequestId | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** A canceled request gets no answer. */
function canceledBy(message: JSONRPCMessage): RequestId | null {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return null
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
