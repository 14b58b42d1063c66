import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { text } from './value-types.ts'

export const telemetryKeys: SectionEntry<Config['telemetry']> = {
  kind: 'section',
  key: 'telemetry',
  executes: true,
  help: 'The collector to which Mayday reports tasks, by OTLP over HTTP as JSON. See [telemetry.md](telemetry.md).',
  entries: {
    endpoint: {
      kind: 'value',
      key: 'endpoint',
      type: text('an address like http://127.0.0.1:4318', /^https?:\/\/[^\s/]\S*$/),
      default: null,
      help: 'the address of the collector, without /v1/traces; OTEL_EXPORTER_OTLP_ENDPOINT wins over it',
    },
    headers: {
      kind: 'value',
      key: 'headers',
      type: text('headers like name=value,name=value, or $NAME of a variable that holds them'),
      default: null,
      isSecret: true,
      help: 'headers of every request; OTEL_EXPORTER_OTLP_HEADERS wins over it',
    },
  },
}
