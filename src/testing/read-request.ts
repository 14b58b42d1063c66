import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { parseObject } from '../signals/json.ts'
import type { Api } from './apis/api.ts'
import { anthropic } from './apis/anthropic.ts'
import { chat } from './apis/chat.ts'
import { codeAssist, gemini } from './apis/gemini.ts'
import { responses } from './apis/responses.ts'
import type { Asked, UnansweredRequest } from './model-request.ts'

/** The wrapped form of Gemini comes first: its paths look like those of the plain one. */
const apis: readonly Api[] = [anthropic, responses, chat, codeAssist, gemini]

const MASK = '***'

const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|x-api-key|x-goog-api-key|api-key)$/

const nothingAsked: Asked = {
  model: '',
  isStreaming: false,
  prompts: [],
  system: '',
  tools: [],
  toolResults: [],
}

export type ReceivedRequest = { readonly request: UnansweredRequest; readonly api: Api | null }

/** A request with everything that can be read from it; `api` is null if it asks no model. */
export async function readRequest(
  message: IncomingMessage,
  nextNumber: () => number,
): Promise<ReceivedRequest> {
  const { method = '', url = '/' } = message
  const raw = await bodyOf(message)
  const body = parseObject(raw)
  const api = (method === 'POST' ? apis.find(({ isQuestion }) => isQuestion(url)) : null) ?? null
  const asked = api?.read(body ?? {}, url) ?? nothingAsked
  const request: UnansweredRequest = {
    number: nextNumber(),
    at: new Date().toISOString(),
    api: api?.name ?? 'other',
    method,
    path: url.replace(/([?&](?:key|access_token)=)[^&]*/g, `$1${MASK}`),
    headers: maskedHeaders(message),
    body: body ?? raw,
    ...asked,
    prompt: asked.prompts.at(-1) ?? '',
    conversation: api === null ? '' : conversationOf(api, asked),
  }
  return { request, api }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  return unpacked(await buffer(message), message.headers['content-encoding']).toString()
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'deflate') return inflateSync(bytes)
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes
}

const maskedHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = [value ?? ''].flat().join(', ')
      return [name, SECRET_HEADERS.test(name) ? masked(text) : text]
    }),
  )

/** The scheme of a credential says how an agent signs in. It is not a secret. */
const masked = (value: string): string => `${/^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''}${MASK}`

const conversationOf = ({ name }: Api, { prompts: [first = ''] }: Asked): string =>
  createHash('sha256').update(`${name}\n${first}`).digest('hex').slice(0, 12)
