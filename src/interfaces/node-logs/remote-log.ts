/**
 * Reads a log through the node that has it.
 *
 * R1 The token is sent only to the address that the node announced: redirects are not followed. R2 If the node
 * announced a certificate, no other one is accepted. R3 An answer has a limit in time and size, and must fit its schema.
 */
import { X509Certificate } from 'node:crypto'
import { request as ask, type IncomingMessage } from 'node:http'
import { request as askTls, type RequestOptions } from 'node:https'
import type { PeerCertificate } from 'node:tls'
import type * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import type { LogPlace } from '../../fleet/log-place.ts'
import { misfitIn, parseJson, type Shape } from '../../record/schema.ts'
import { errorAnswerSchema, logSearchSchema, logWindowSchema } from '../board/api.ts'
import { aboutLogSchema } from './about-log.ts'
import type { LogSource } from './log-source.ts'

const ANSWER_MS = 15_000
/** A window of 256 KiB as JSON is smaller. */
const MOST_BYTES = 4 * 1024 * 1024

/** The node cannot be reached. `findLog` then says what the fleet knows. */
export class NodeSilentError extends MaydayError {
  constructor(node: string, cause: Error) {
    super('NODE_SILENT', `Node ${node} does not answer: ${cause.message}.`, { cause })
  }
}

export type Reading = {
  readonly node: string
  readonly place: LogPlace
  readonly token: string
}

export const remoteLog = (runId: string, reading: Reading): LogSource => {
  const get = <S extends v.GenericSchema>(schema: S, path: string, query: Query): Promise<Shape<S>> =>
    answerOf(schema, `/api/v1/runs/${runId}/${path}${queryOf(query)}`, reading)
  return {
    about: ({ stage, tail }) => get(aboutLogSchema, 'about', { stage, tail }),
    window: ({ from, bytes }) => get(logWindowSchema, 'log', { from, bytes }),
    search: ({ words, from, limit }) => get(logSearchSchema, 'log/search', { q: words, from, limit }),
  }
}

type Query = Readonly<Record<string, string | number | null>>

function queryOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

async function answerOf<S extends v.GenericSchema>(
  schema: S,
  path: string,
  reading: Reading,
): Promise<Shape<S>> {
  const { status, text } = await send(path, reading).catch((error: unknown) => {
    throw new NodeSilentError(reading.node, error instanceof Error ? error : new Error(String(error)))
  })
  if (status !== 200) throw refusal(status, text, reading)
  const answer = parseJson(schema, text)
  if (answer !== null) return answer
  const why = misfitIn(schema, text) ?? 'it is not JSON'
  throw new MaydayError('NODE_ANSWER', `Node ${reading.node} gave an answer that cannot be read: ${why}`)
}

function refusal(status: number, text: string, { node }: Reading): MaydayError {
  const said = parseJson(errorAnswerSchema, text)?.error ?? { code: 'NODE_ANSWER', message: `HTTP ${status}` }
  const advice = status === 401 ? ' Get a new one: mayday fleet token renew' : ''
  return new MaydayError(said.code, `Node ${node} refused: ${said.message}${advice}`)
}

type Answered = { readonly status: number; readonly text: string }

function send(path: string, { place, token }: Reading): Promise<Answered> {
  const options = {
    headers: { authorization: `Bearer ${token}` },
    timeout: ANSWER_MS,
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
  }
  const url = new URL(path, place.url)
  return new Promise((resolve, reject) => {
    const collect = (response: IncomingMessage): void => void textOf(response).then(resolve, reject)
    const request =
      url.protocol === 'https:'
        ? askTls(url, { ...options, ...trusting(place) }, collect)
        : ask(url, options, collect)
    request.on('error', reject).end()
  })
}

/** R2. */
function trusting({ certificate }: LogPlace): RequestOptions {
  if (certificate === null) return {}
  const { fingerprint256 } = new X509Certificate(certificate)
  return {
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host: string, shown: PeerCertificate) =>
      shown.fingerprint256 === fingerprint256
        ? undefined
        : new Error('it shows another certificate than the one that it announced'),
  }
}

/** R3. */
async function textOf(response: IncomingMessage): Promise<Answered> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    if (!Buffer.isBuffer(part)) continue
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('its answer is too large')
    parts.push(part)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }
}
