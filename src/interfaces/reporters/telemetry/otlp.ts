/**
 * The JSON of OTLP over HTTP, in the protocol's own mapping of protobuf: ids are hex, times and integer attributes are
 * strings.
 */
export type AttributeValue = string | number | boolean

export type Attributes = Readonly<Record<string, AttributeValue | null | undefined>>

export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startedAt: string
  readonly endedAt: string
  readonly attributes: Attributes
  /** The error; null if there was none. */
  readonly error: string | null
}

/** A counter or a gauge. */
export type Metric = {
  readonly name: string
  readonly unit: string
  readonly kind: 'sum' | 'gauge'
  readonly points: readonly { readonly value: number; readonly attributes: Attributes }[]
}

export type Resource = { readonly version: string; readonly project: string }

const attributesOf = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  )

const anyValue = (value: AttributeValue): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const nanos = (instant: string): string => `${Date.parse(instant)}000000`

const resourceOf = ({ version, project }: Resource): object => ({
  attributes: attributesOf({
    'service.name': 'mayday',
    'service.version': version,
    'mayday.project': project,
  }),
})

const scopeOf = ({ version }: Resource): object => ({ name: 'mayday', version })

/** SPAN_KIND_INTERNAL. */
const INTERNAL = 1
const OK = 1
const ERROR = 2

const spanJson = ({ startedAt, endedAt, attributes, error, ...span }: Span): object => ({
  ...span,
  kind: INTERNAL,
  startTimeUnixNano: nanos(startedAt),
  endTimeUnixNano: nanos(endedAt),
  attributes: attributesOf(attributes),
  status: error === null ? { code: OK } : { code: ERROR, message: error },
})

export const tracesJson = (spans: readonly Span[], resource: Resource): object => ({
  resourceSpans: [
    {
      resource: resourceOf(resource),
      scopeSpans: [{ scope: scopeOf(resource), spans: spans.map(spanJson) }],
    },
  ],
})

const DELTA = 1

/** `from` is when the counted time began. */
export const metricsJson = (
  metrics: readonly Metric[],
  resource: Resource,
  { from, at }: { readonly from: string; readonly at: string },
): object => ({
  resourceMetrics: [
    {
      resource: resourceOf(resource),
      scopeMetrics: [
        { scope: scopeOf(resource), metrics: metrics.map((metric) => metricJson(metric, { from, at })) },
      ],
    },
  ],
})

function metricJson(
  { name, unit, kind, points }: Metric,
  { from, at }: { from: string; at: string },
): object {
  const dataPoints = points.map(({ value, attributes }) => ({
    ...(kind === 'sum' ? { startTimeUnixNano: nanos(from) } : {}),
    timeUnixNano: nanos(at),
    // A JSON number: some collectors lose the value of a string, and all accept a number.
    ...(Number.isSafeInteger(value) ? { asInt: value } : { asDouble: value }),
    attributes: attributesOf(attributes),
  }))
  return kind === 'sum'
    ? { name, unit, sum: { dataPoints, aggregationTemporality: DELTA, isMonotonic: true } }
    : { name, unit, gauge: { dataPoints } }
}
