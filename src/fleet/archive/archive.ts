/**
 * A copy of a run's log in a store with the API of S3.
 *
 * A1 Only masked bytes are copied: the log goes through `ShownLog`. A2 Credentials come from the environment. They are
 * in no record and in no message. A3 Redirects are not followed: a signed request goes only to the configured server.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { MaydayError } from '../../errors.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import { ShownLog } from '../../supervision/shown-log.ts'
import type { ArchiveSettings } from './archive-settings.ts'
import { EMPTY_HASH, sign, type Credentials } from './sign.ts'

const DEFAULT_REGION = 'us-east-1'
const ANSWER_MS = 60_000
/** A single upload can have 5 GiB. */
const MOST_BYTES = 5 * 1024 ** 3

export class ArchiveError extends MaydayError {
  constructor(message: string, cause?: unknown) {
    super('LOG_ARCHIVE', message, { cause })
  }
}

type Env = Readonly<Record<string, string | undefined>>

/** A2. Null if there are none. */
function credentialsIn(env: Env): Credentials | null {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = env
  return id === undefined || secret === undefined ? null : { id, secret, session: session ?? null }
}

export class Archive {
  readonly #base: URL
  readonly #region: string
  readonly #credentials: Credentials

  private constructor(base: URL, region: string, credentials: Credentials) {
    this.#base = base
    this.#region = region
    this.#credentials = credentials
  }

  /** Null if none is configured. */
  static open({ archive, endpoint, region = DEFAULT_REGION }: ArchiveSettings, env: Env): Archive | null {
    if (archive === undefined) return null
    const credentials = credentialsIn(env)
    if (credentials === null)
      throw new ArchiveError(
        'logs.archive needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
      )
    return new Archive(baseOf(archive, endpoint, region), region, credentials)
  }

  #url(runId: string): URL {
    return new URL(`${runId}.log`, this.#base)
  }

  /** A1. Reads the log twice: the signature needs the hash of the body before its first byte. */
  async put(runId: string, folder: RunFolder): Promise<void> {
    const hash = createHash('sha256')
    let size = 0
    for (const part of shownParts(folder)) {
      hash.update(part)
      size += part.length
    }
    if (size > MOST_BYTES) throw new ArchiveError('The log is larger than 5 GiB, so it is not archived.')
    const headers = { 'content-length': String(size), 'content-type': 'text/plain; charset=utf-8' }
    const body = size === 0 ? Buffer.alloc(0) : Readable.toWeb(Readable.from(shownParts(folder)))
    await this.#send({ method: 'PUT', runId, headers, bodyHash: hash.digest('hex'), body })
  }

  /** Null if there is no copy. */
  async size(runId: string): Promise<number | null> {
    const answer = await this.#send({ method: 'HEAD', runId })
    return answer === null ? null : Number(answer.headers.get('content-length'))
  }

  /** At most these bytes; empty after the end of the log. */
  async read(runId: string, from: number, bytes: number): Promise<Buffer> {
    const headers = { range: `bytes=${from}-${from + bytes - 1}` }
    const answer = await this.#send({ method: 'GET', runId, headers })
    return answer === null ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer()).subarray(0, bytes)
  }

  /** Null: there is no such object, or nothing in the range. */
  async #send({
    method,
    runId,
    headers = {},
    bodyHash = EMPTY_HASH,
    body,
  }: Sending): Promise<Response | null> {
    const url = this.#url(runId)
    const [credentials, region] = [this.#credentials, this.#region]
    const { host: _, ...signed } = sign({
      method,
      url,
      headers,
      bodyHash,
      region,
      credentials,
      now: new Date(),
    })
    const answer = await request(url, {
      method,
      headers: signed,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    })
    if (answer.ok) return answer
    if ((answer.status === 404 || answer.status === 416) && method !== 'PUT') return null
    throw new ArchiveError(`The archive ${this.#base.host} answered ${await wordsOf(answer)}.`)
  }
}

type Sending = {
  readonly method: 'GET' | 'HEAD' | 'PUT'
  readonly runId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly bodyHash?: string
  readonly body?: Buffer | ReadableStream
}

async function request(url: URL, how: Parameters<typeof fetch>[1]): Promise<Response> {
  try {
    return await fetch(url, how)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ArchiveError(`The archive ${url.host} does not answer: ${why}.`, error)
  }
}

/** The code of the error, without the rest: a server could repeat what it was sent. */
async function wordsOf(answer: Response): Promise<string> {
  const text = (await answer.text()).slice(0, 10_000)
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`
}

function baseOf(archive: string, endpoint: string | undefined, region: string): URL {
  const { hostname: bucket, pathname } = new URL(archive)
  const prefix = `${pathname.replaceAll(/^\/|\/$/g, '')}/`.replace(/^\/$/, '')
  // Few servers except AWS support bucket names as host names.
  return endpoint === undefined
    ? new URL(prefix, `https://${bucket}.s3.${region}.amazonaws.com/`)
    : new URL(`${bucket}/${prefix}`, endpoint.endsWith('/') ? endpoint : `${endpoint}/`)
}

function* shownParts(folder: RunFolder): Generator<Buffer> {
  using log = ShownLog.open(folder, { from: 0, to: null, tail: null })
  if (log === null) return
  // The next part is read into the same buffer.
  for (let part = log.read(null); part !== null; part = log.read(null)) yield Buffer.from(part)
  yield log.end()
}
