/**
 * A small server with the part of the S3 API that an archive needs. It checks every signature by its own reading of
 * the rules of AWS Signature Version 4, from the request as it came, and refuses everything else.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export const CREDENTIALS = { id: 'TESTKEYID', secret: 'test/secret+key' }

export type S3Server = AsyncDisposable & {
  readonly url: string
  readonly objects: Map<string, Buffer>
  readonly refused: string[]
  /** The next requests fail with 503. */
  fails: number
}

export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const server = createServer((request, response) => void answer(request, response))
  const made: { fails: number } = { fails: 0 }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part)
    const body = Buffer.concat(parts)
    const say = (status: number, code: string): void =>
      void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    if (made.fails > 0) {
      made.fails -= 1
      return say(503, 'SlowDown')
    }
    const why = troubleWith(request, body)
    if (why !== null) {
      refused.push(why)
      return say(403, 'SignatureDoesNotMatch')
    }
    const key = request.url ?? ''
    if (request.method === 'PUT') {
      objects.set(key, body)
      return void response.writeHead(200).end()
    }
    const found = objects.get(key)
    if (found === undefined) return say(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range === null ? found : found.subarray(Number(range[1]), Number(range[2]) + 1)
    response.writeHead(range === null ? 200 : 206, { 'content-length': part.length })
    response.end(request.method === 'HEAD' ? undefined : part)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(made, {
    url: `http://127.0.0.1:${port}`,
    objects,
    refused,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Null if the request is signed by somebody who knows the secret key. */
function troubleWith({ method, url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z\d;-]+), Signature=([\da-f]{64})$/
  const [, id, day = '', region = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? []
  if (id !== CREDENTIALS.id) return 'unknown key'
  const sent = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== sent) return 'the body is not the signed one'
  const date = String(headers['x-amz-date'])
  if (!date.startsWith(day)) return 'the day is not that of the date'
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.split(';').includes(needed)) return `${needed} is not signed`
  const [path = '', query = ''] = url.split('?')
  let canonical = `${method}\n${path}\n${query}\n`
  for (const name of signed.split(';')) canonical += `${name}:${String(headers[name])}\n`
  canonical += `\n${signed}\n${sent}`
  let key: Buffer = Buffer.from(`AWS4${CREDENTIALS.secret}`)
  for (const word of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(word).digest()
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${digest}`
  const right = createHmac('sha256', key).update(text).digest('hex')
  return right === signature ? null : 'the signature is wrong'
}
