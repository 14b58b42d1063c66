/** A small real server on loopback that takes notices, and can refuse, hang or ask for patience. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answer = (response: ServerResponse, count: number) => void

export type NotifyServer = AsyncDisposable & {
  readonly url: string
  readonly received: Received[]
  /** How many requests have begun, answered or not. */
  readonly begun: () => number
}

export const answers = {
  ok: (response) => void response.writeHead(200).end('ok'),
  refuse: (response) => void response.writeHead(403).end(),
  broken: (response) => void response.writeHead(500).end(),
  hang: () => undefined,
  redirect: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/stolen' }).end(),
  patience: (response, count) =>
    void (count === 1
      ? response.writeHead(429, { 'retry-after': '0.01' }).end()
      : response.writeHead(200).end()),
} as const satisfies Readonly<Record<string, Answer>>

export async function notifyServer(answer: Answer = answers.ok): Promise<NotifyServer> {
  const received: Received[] = []
  let begun = 0
  const server = createServer((request, response) => {
    begun += 1
    const count = begun
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      answer(response, count)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    begun: () => begun,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
