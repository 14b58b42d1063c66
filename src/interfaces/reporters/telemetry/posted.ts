import { connect, type Socket } from 'node:net'

export type Post = {
  /** Names and values hold no line break. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly stop: AbortSignal
}

/** The status of the answer to a POST of JSON. What else is in the answer is not read. */
export const posted = (url: URL, post: Post): Promise<number> =>
  url.protocol === 'https:' ? postedSafely(url, post) : postedPlainly(url, post)

/**
 * A collector usually listens on this machine, without TLS. One request over a socket costs a run nothing that is
 * noticed; `fetch` loads undici and `node:http` its agent and parser, which takes longer than all the rest.
 */
function postedPlainly(url: URL, { headers, body, stop }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = connect({ host, port: url.port === '' ? 80 : Number(url.port), signal: stop })
    stop.addEventListener('abort', () => socket.destroy(new Error('stopped')), { once: true })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed before an answer')))
    answerOf(socket, resolve)
    // Not ended: some servers take the end of a request for a client that is gone.
    socket.write(requestOf(url, headers, body))
  })
}

function requestOf(url: URL, headers: Post['headers'], body: string): string {
  const lines = {
    host: url.host,
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${url.pathname}${url.search} HTTP/1.1\r\n${head.join('')}\r\n${body}`
}

/** The longest beginning of an answer that holds its status. */
const MOST_HEAD = 64

function answerOf(socket: Socket, resolve: (status: number) => void): void {
  let head = ''
  socket.on('data', (chunk) => {
    head += chunk.toString('latin1').slice(0, MOST_HEAD)
    const status = /^HTTP\/1\.\d (\d{3})\b/.exec(head)?.[1]
    if (status === undefined && head.length < MOST_HEAD) return
    resolve(Number(status ?? 0))
    socket.destroy()
  })
}

function postedSafely(url: URL, { headers, body, stop }: Post): Promise<number> {
  const { request } = process.getBuiltinModule('node:https')
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, signal: stop },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
