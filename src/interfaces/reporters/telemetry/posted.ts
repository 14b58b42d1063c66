import { connect, type Socket } from 'node:net'

export type Post = { readonly path: string; readonly body: string }

type Posting = {
  readonly endpoint: URL
  /** Names and values contain no line break. */
  readonly headers: Readonly<Record<string, string>>
}

export type Posted = {
  /**
   * The statuses of the answers, in the order of the requests; null for a request without an answer. The last ones are
   * missing if the server announced that it accepts no more requests over this connection.
   */
  readonly statuses: Promise<readonly (number | null)[]>
  /** Ends the wait. */
  readonly stop: () => void
}

/** A collector that does not answer within this time counts as unreachable. */
const ANSWER_MS = 3000

/**
 * Sends JSON in several POSTs over one connection, without waiting for the answers in between. It never throws.
 *
 * A plain socket is enough for that: `fetch` loads undici and `node:http` its agent and parser, which takes longer
 * than all the rest. A second connection, or a second wait, would take 50 % longer.
 */
export function posted(posts: readonly Post[], { endpoint, headers }: Posting): Posted {
  const socket = connectedTo(endpoint)
  const stop = (): void => void socket.destroy()
  const late = setTimeout(stop, ANSWER_MS)
  const statuses = answersOn(socket, posts.length).finally(() => {
    clearTimeout(late)
    stop()
  })
  // The socket is not ended here: some servers treat its end as a client that is gone.
  socket.write(posts.map((post, at) => requestOf(endpoint, headers, post, at === posts.length - 1)).join(''))
  return { statuses, stop }
}

function connectedTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (protocol !== 'https:') return connect({ host, port: port === '' ? 80 : Number(port) })
  const tls = process.getBuiltinModule('node:tls')
  // TLS knows names of servers only, not addresses.
  const servername = /^[\d.]+$|:/.test(host) ? '' : host
  return tls.connect({
    host,
    port: port === '' ? 443 : Number(port),
    servername,
    ALPNProtocols: ['http/1.1'],
  })
}

function requestOf(
  { host, pathname }: URL,
  headers: Posting['headers'],
  post: Post,
  isLast: boolean,
): string {
  const lines = {
    host,
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(post.body)),
    ...(isLast ? { connection: 'close' } : {}),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${pathname.replace(/\/$/, '')}${post.path} HTTP/1.1\r\n${head.join('')}\r\n${post.body}`
}

/** An answer of 1xx announces another one. */
const HEAD = /HTTP\/1\.(\d) ([2-5]\d\d)\b[^]*?\r\n\r\n/

/** The longest head of an answer. The body of an answer is not read. */
const MOST_HEAD = 16_384

function answersOn(socket: Socket, count: number): Promise<readonly (number | null)[]> {
  return new Promise((resolve) => {
    const found: number[] = []
    let text = ''
    socket.on('data', (chunk) => {
      text = (text + chunk.toString('latin1')).slice(-MOST_HEAD)
      for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
        found.push(Number(head[2]))
        if (found.length === count || isLast(head)) {
          resolve([...found])
          return
        }
        text = text.slice(head.index + head[0].length)
      }
    })
    const cut = (): void => resolve([...found, ...Array.from({ length: count - found.length }, () => null)])
    socket.on('error', cut)
    socket.on('close', cut)
  })
}

/** RFC 9112: a server that announces the end of the connection does not handle the requests after this one. */
const isLast = ([head, minor]: RegExpExecArray): boolean =>
  minor === '0' || /^connection: *close/im.test(head)
