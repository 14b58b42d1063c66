/** A strict little receiver of OTLP over HTTP as JSON: what the protocol does not know is refused with 400. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

const hex = (digits: number): v.GenericSchema<string> =>
  v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${digits}}$`)))
const nanos = v.pipe(v.string(), v.regex(/^\d{19}$/))

const value = v.union([
  v.strictObject({ stringValue: v.string() }),
  v.strictObject({ boolValue: v.boolean() }),
  v.strictObject({ intValue: v.pipe(v.string(), v.regex(/^-?\d+$/)) }),
  v.strictObject({ doubleValue: v.number() }),
])
const attributes = v.array(v.strictObject({ key: v.pipe(v.string(), v.nonEmpty()), value }))
const resource = v.strictObject({ attributes })
const scope = v.strictObject({ name: v.string(), version: v.string() })

const span = v.pipe(
  v.strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: v.exactOptional(hex(16)),
    name: v.pipe(v.string(), v.nonEmpty()),
    kind: v.picklist([1, 2, 3, 4, 5]),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    status: v.strictObject({ code: v.picklist([0, 1, 2]), message: v.exactOptional(v.string()) }),
  }),
  v.check((one) => BigInt(one.startTimeUnixNano) <= BigInt(one.endTimeUnixNano), 'it ends before it begins'),
)

const traces = v.strictObject({
  resourceSpans: v.array(
    v.strictObject({ resource, scopeSpans: v.array(v.strictObject({ scope, spans: v.array(span) })) }),
  ),
})

const point = v.union([
  v.strictObject({
    startTimeUnixNano: v.exactOptional(nanos),
    timeUnixNano: nanos,
    asInt: v.pipe(v.number(), v.safeInteger()),
    attributes,
  }),
  v.strictObject({
    startTimeUnixNano: v.exactOptional(nanos),
    timeUnixNano: nanos,
    asDouble: v.number(),
    attributes,
  }),
])
const metric = v.union([
  v.strictObject({
    name: v.string(),
    unit: v.string(),
    sum: v.strictObject({
      dataPoints: v.array(point),
      aggregationTemporality: v.picklist([1, 2]),
      isMonotonic: v.boolean(),
    }),
  }),
  v.strictObject({
    name: v.string(),
    unit: v.string(),
    gauge: v.strictObject({ dataPoints: v.array(point) }),
  }),
])

const metrics = v.strictObject({
  resourceMetrics: v.array(
    v.strictObject({ resource, scopeMetrics: v.array(v.strictObject({ scope, metrics: v.array(metric) })) }),
  ),
})

export type ReceivedSpan = v.InferOutput<typeof span>

export type OtlpReceiver = AsyncDisposable & {
  readonly url: string
  readonly spans: () => readonly ReceivedSpan[]
  readonly metricNames: () => readonly string[]
  readonly problems: readonly string[]
  readonly requests: () => number
  readonly connections: () => number
}

type Certificate = { readonly key: string; readonly cert: string }

type Respond = (response: ServerResponse) => void

export async function otlpReceiver(
  respond: Respond = (response) => void response.end('{}'),
  { tls, each }: { readonly tls?: Certificate; readonly each?: number } = {},
): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const names: string[] = []
  const problems: string[] = []
  let requests = 0
  let connections = 0
  const take = (path: string, body: string): void => {
    const json: unknown = JSON.parse(body)
    if (path === '/v1/traces')
      for (const one of v.parse(traces, json).resourceSpans)
        spans.push(...one.scopeSpans.flatMap((inner) => inner.spans))
    else if (path === '/v1/metrics')
      for (const one of v.parse(metrics, json).resourceMetrics)
        names.push(...one.scopeMetrics.flatMap((inner) => inner.metrics.map(({ name }) => name)))
    else throw new Error(`no such path: ${path}`)
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    requests += 1
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      try {
        if (request.headers['content-type'] !== 'application/json') throw new Error('no JSON')
        take(request.url ?? '', body)
      } catch (error) {
        problems.push(String(error))
        response.statusCode = 400
      }
      respond(response)
    })
  }
  const server = tls === undefined ? createServer(answer) : createSafeServer(tls, answer)
  server.on('connection', () => (connections += 1))
  // After so many requests it closes a connection.
  if (each !== undefined) server.maxRequestsPerSocket = each
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    spans: () => spans,
    metricNames: () => names,
    problems,
    requests: () => requests,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One attribute of a span as text. */
export function attributeOf({ attributes: all }: ReceivedSpan, key: string): string | null {
  const found = all.find((one) => one.key === key)
  return found === undefined ? null : String(Object.values(found.value)[0])
}
