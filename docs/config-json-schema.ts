/** mayday.yaml as JSON Schema, for editors. */
import { toJsonSchema } from '@valibot/to-json-schema'
import { keys } from '../src/config/keys.ts'
import type { AnyEntry, AnySection, ValueEntry } from '../src/config/schema.ts'

type Part = Readonly<Record<string, unknown>>

export const configJsonSchema = (): Part => ({
  title: 'mayday.yaml',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...sectionOf(keys),
})

const sectionOf = (section: AnySection): Part => ({
  type: ['object', 'null'],
  properties: Object.fromEntries(Object.values(section).map((entry) => [entry.key, partOf(entry)])),
  additionalProperties: false,
})

function partOf(entry: AnyEntry): Part {
  const description = entry.help === '' ? {} : { description: entry.help }
  switch (entry.kind) {
    case 'section':
      return { ...description, ...sectionOf(entry.entries) }
    case 'map':
      return { ...description, ...mapOf(entry.names, partOf(entry.each)) }
    case 'value':
      return { ...description, ...valueOf(entry) }
  }
}

const mapOf = (names: RegExp, each: Part): Part => ({
  type: ['object', 'null'],
  propertyNames: { pattern: names.source },
  additionalProperties: each,
})

function valueOf({ type }: ValueEntry<unknown>): Part {
  // Checks that JSON Schema cannot express are left to Mayday.
  const ignoreActions = ['check', 'finite', 'safe_integer']
  const { $schema: _, ...part } = toJsonSchema(type.schema, { typeMode: 'input', ignoreActions })
  return type.reads === 'text' ? JSON.parse(JSON.stringify(part), widen) : part
}

/** Text for Mayday may be a number for YAML: `keepBytes: 1000`. */
const widen = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'string'
    ? { ...value, type: ['string', 'number', 'boolean'] }
    : value
