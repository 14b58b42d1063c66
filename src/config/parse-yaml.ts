import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { ConfigError, type Place } from './config-error.ts'
import type { ConfigNode, NodeEntry } from './config-node.ts'

/** Parses YAML. Only this file uses the parser, and it is loaded only if there is a file to read. */
export function parseYaml(text: string, file: string): ConfigNode {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined)
    throw new ConfigError(
      placeAt(problem.pos[0]),
      `this is not YAML that can be read: ${said(problem.message)}`,
    )
  return nodeOf(document.contents, placeAt, placeAt(0))
}

/** The first half of the message. The text after a semicolon is for programmers. */
const said = (message: string): string =>
  `${(message.split(';')[0] ?? '').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`

type PlaceAt = (offset: number) => Place

/** The parser gives a range to every node. */
const startOf = (node: Node | null, placeAt: PlaceAt): Place | null => {
  const start = node?.range?.[0]
  return start === undefined ? null : placeAt(start)
}

function nodeOf(node: Node | null, placeAt: PlaceAt, around: Place): ConfigNode {
  const place = startOf(node, placeAt) ?? around
  if (node === null) return { kind: 'empty', place }
  if (isAlias(node)) throw new ConfigError(place, 'aliases are not read here; write the value out.')
  if (isSeq<Node>(node))
    return { kind: 'list', place, items: node.items.map((item) => nodeOf(item, placeAt, place)) }
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }): NodeEntry => {
      const at = startOf(key, placeAt) ?? place
      return { key: isScalar(key) ? String(key.value) : '', place: at, value: nodeOf(value, placeAt, at) }
    })
    return { kind: 'map', place, entries }
  }
  return scalarOf(isScalar(node) ? node : null, place)
}

function scalarOf(node: { value: unknown; source?: string } | null, place: Place): ConfigNode {
  const value = node?.value
  if (typeof value === 'string') return { kind: 'scalar', place, value, text: value }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'scalar', place, value, text: node?.source ?? String(value) }
  return { kind: 'empty', place }
}
