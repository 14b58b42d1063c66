import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import type { Place, YamlEntry, YamlNode, YamlProblem } from './yaml-node.ts'

/** The node is null if the text is not YAML. */
export type ParsedYaml = { readonly node: YamlNode | null; readonly problems: readonly YamlProblem[] }

/** Parses YAML without aliases, and gives every node its position. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const problems: YamlProblem[] = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...placeAt(pos[0]),
    message: `this is not YAML that can be read: ${said(message)}`,
  }))
  if (problems.length > 0) return { node: null, problems }
  return { node: new Tree(placeAt, problems).nodeOf(document.contents, placeAt(0)), problems }
}

/** The first half of the message. The text after a semicolon is for programmers. */
const said = (message: string): string =>
  `${(message.split(';')[0] ?? '').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`

class Tree {
  readonly #placeAt: (offset: number) => Place
  readonly #problems: YamlProblem[]

  constructor(placeAt: (offset: number) => Place, problems: YamlProblem[]) {
    this.#placeAt = placeAt
    this.#problems = problems
  }

  /** `around` is the place of a node that is not written. */
  nodeOf(node: Node | null, around: Place): YamlNode {
    const place = this.#startOf(node) ?? around
    if (node === null) return { kind: 'empty', place }
    if (isAlias(node)) {
      this.#problems.push({ ...place, message: 'aliases are not read here; write the value out.' })
      return { kind: 'empty', place }
    }
    if (isSeq<Node>(node))
      return { kind: 'list', place, items: node.items.map((item) => this.nodeOf(item, place)) }
    if (isMap<Node, Node | null>(node)) {
      const entries = node.items.map(({ key, value }): YamlEntry => {
        const at = this.#startOf(key) ?? place
        return { key: isScalar(key) ? String(key.value) : '', place: at, value: this.nodeOf(value, at) }
      })
      return { kind: 'map', place, entries }
    }
    return scalarOf(isScalar(node) ? node : null, place)
  }

  /** The parser gives a range to every written node. */
  #startOf(node: Node | null): Place | null {
    const start = node?.range?.[0]
    return start === undefined ? null : this.#placeAt(start)
  }
}

function scalarOf(node: { value: unknown; source?: string } | null, place: Place): YamlNode {
  const value = node?.value
  if (typeof value === 'string') return { kind: 'scalar', place, value, text: value }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'scalar', place, value, text: node?.source ?? String(value) }
  return { kind: 'empty', place }
}
