/** A JSON Schema of an object as a table of its fields. */
import type { JsonSchema } from '@valibot/to-json-schema'

const isNode = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const isNull = (value: unknown): boolean => isNode(value) && value.type === 'null'

const quoted = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** A longer list of words has a page of its own. */
const MOST_WORDS = 16

/** `list of strings`, `number or null`, `{retries, better, share}`. */
function typeOf(node: unknown): string {
  if (!isNode(node)) return 'any value'
  if (node.$ref !== undefined) return linkTo(node.$ref)
  if (node.const !== undefined) return quoted(node.const)
  if (node.enum !== undefined)
    return node.enum.length > MOST_WORDS ? 'string' : node.enum.map(quoted).join(' ')
  if (node.anyOf !== undefined) return oneOf(node.anyOf)
  if (node.oneOf !== undefined) return 'object'
  if (node.type === 'array') return listOf(node.items)
  if (node.type === 'object') return fieldsOf(node)
  return node.type === 'integer' ? 'number' : String(node.type ?? 'any value')
}

function oneOf(choices: readonly unknown[]): string {
  const named = choices.filter((one) => !isNull(one)).map(typeOf)
  return [...new Set([...named, ...(choices.some(isNull) ? ['null'] : [])])].join(' or ')
}

function listOf(item: unknown): string {
  const type = typeOf(item)
  return ['string', 'number', 'boolean'].includes(type) ? `list of ${type}s` : `list of ${type}`
}

const fieldsOf = ({ properties }: JsonSchema): string =>
  properties === undefined ? 'object' : `\`{${Object.keys(properties).join(', ')}}\``

function linkTo(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return `[${name}](#${name})`
}

/** An answer may have several shapes: all their fields, those that not every shape has as optional ones. */
function merged(schema: JsonSchema): Pick<JsonSchema, 'properties' | 'required'> {
  const shapes = (schema.anyOf ?? schema.oneOf)?.filter(isNode)
  if (shapes === undefined) return schema
  const names = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))]
  return {
    properties: Object.fromEntries(names.map((name) => [name, eitherOf(shapes, name)])),
    required: (shapes[0]?.required ?? []).filter((name) =>
      shapes.every(({ required }) => required?.includes(name) === true),
    ),
  }
}

/** The type of a field; all its types if the shapes differ in it. */
function eitherOf(shapes: readonly JsonSchema[], name: string): JsonSchema {
  const found = shapes.flatMap(({ properties }) => properties?.[name] ?? []).filter(isNode)
  const [first = {}] = found
  return new Set(found.map((one) => JSON.stringify(one))).size === 1 ? first : { anyOf: found }
}

export function fieldTable(schema: JsonSchema, without: ReadonlySet<string>): string {
  const { properties = {}, required = [] } = merged(schema)
  const rows = Object.entries(properties)
    .filter(([name]) => !without.has(name))
    .map(([name, node]) => {
      const shown = required.includes(name) ? name : `${name}?`
      return `| \`${shown}\` | ${typeOf(node)} | ${isNode(node) ? (node.description ?? '') : ''} |`
    })
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n')
}
