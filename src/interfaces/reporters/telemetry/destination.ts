import type { Config } from '../../../config/config.ts'
import { percentDecoded } from '../percent-decoded.ts'
import type { Destination } from './exporter.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The collector that the environment or the config names; null if telemetry is not configured. */
export function destinationOf(settings: Config['telemetry'], env: Variables): Destination | null {
  if (env['OTEL_SDK_DISABLED'] === 'true') return null
  const endpoint = given(env['OTEL_EXPORTER_OTLP_ENDPOINT']) ?? settings.endpoint
  if (endpoint === undefined || !isAddress(endpoint)) return null
  const headers = given(env['OTEL_EXPORTER_OTLP_HEADERS']) ?? resolved(settings.headers, env) ?? ''
  return { endpoint: new URL(endpoint), headers: headersIn(headers) }
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text)

const given = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

const resolved = (value: string | undefined, env: Variables): string | undefined =>
  value?.startsWith('$') === true ? env[value.slice(1)] : value

/** `name=value,name=value`, percent-encoded, as OpenTelemetry writes them. */
const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).trim()
      return at > 0 && /^[\w-]+$/.test(name) ? [[name, decoded(pair.slice(at + 1).trim())]] : []
    }),
  )

const decoded = (text: string): string => percentDecoded(text).replaceAll(/[\r\n]/g, '')
