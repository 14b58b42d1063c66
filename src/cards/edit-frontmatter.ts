import { CST, Scalar, stringify, type Pair } from 'yaml'
import type { Frontmatter } from './frontmatter.ts'
import type { Splice } from './splice.ts'

/** The wanted values of the keys. */
export type Values = { readonly agent_flow?: string | null; readonly agent_status?: string }

type Entry = readonly [string, string | null]

/** The smallest edit that sets the values. Null if a value is written in a way that Mayday cannot change. */
export function spliceKeys(matter: Frontmatter, values: Values, eol: string): readonly Splice[] | null {
  const wanted = Object.entries(values).filter(([key, value]) => matter.keys[key] !== value)
  const splices: Splice[] = []
  const missing: Entry[] = []
  for (const [key, value] of wanted) {
    const pair = pairOf(matter, key)
    const splice = pair === undefined ? undefined : spliceValue(pair, value)
    if (splice === null) return null
    if (splice === undefined) missing.push([key, value])
    else splices.push({ ...splice, from: splice.from + matter.from, to: splice.to + matter.from })
  }
  return [...splices, ...addKeys(matter, missing, eol)]
}

const pairOf = ({ map }: Frontmatter, key: string): Pair | undefined =>
  map?.items.find((pair) => pair.key instanceof Scalar && pair.key.value === key)

/** Replaces a value and keeps its quoting style. */
function spliceValue({ srcToken }: Pair, value: string | null): Splice | null {
  const token = srcToken?.value
  if (token === undefined) return behindColon(srcToken, value)
  if (token.type === 'block-scalar') return spliceBlock(token, value)
  const source = 'source' in token ? token.source : CST.stringify(token)
  const from = token.offset
  return { from, to: from + source.length, text: scalarText(value, styleOf(token.type)) }
}

/** Removes the lines of the old text. A comment after the block indicator stays. */
function spliceBlock(token: CST.BlockScalar, value: string | null): Splice {
  const header = token.props.find(({ type }) => type === 'block-scalar-header')
  const from = header?.offset ?? token.offset
  const rest = token.props.slice(header === undefined ? 0 : token.props.indexOf(header) + 1)
  const behind = rest.map((one) => CST.stringify(one)).join('')
  const length =
    (header === undefined ? '' : CST.stringify(header)).length + behind.length + token.source.length
  return { from, to: from + length, text: scalarText(value, 'PLAIN') + behind }
}

/** `agent_flow:` without a value, perhaps with a comment. */
function behindColon(item: Pair['srcToken'], value: string | null): Splice | null {
  const colon = item?.sep?.find(({ type }) => type === 'map-value-ind')
  if (colon === undefined) return null
  const from = colon.offset + colon.source.length
  return { from, to: from, text: ` ${scalarText(value, 'PLAIN')}` }
}

function styleOf(type: CST.Token['type']): Scalar.Type {
  if (type === 'single-quoted-scalar') return 'QUOTE_SINGLE'
  return type === 'double-quoted-scalar' ? 'QUOTE_DOUBLE' : 'PLAIN'
}

/** Quoted if necessary. A word with characters that have a meaning between braces is always quoted. */
function scalarText(value: string | null, style: Scalar.Type): string {
  if (value === null) return 'null'
  const node = new Scalar(value)
  node.type = style === 'PLAIN' && !/^[\w.-]+$/.test(value) ? 'QUOTE_DOUBLE' : style
  return stringify(node, { lineWidth: 0 }).trimEnd()
}

/** New lines at the end of the frontmatter. Between braces, the new keys come first. */
function addKeys(matter: Frontmatter, entries: readonly Entry[], eol: string): readonly Splice[] {
  if (entries.length === 0) return []
  const token = matter.map?.srcToken
  const written = entries.map(([key, value]) => `${key}: ${scalarText(value, 'PLAIN')}`)
  if (token?.type === 'flow-collection') {
    const at = matter.from + token.start.offset + 1
    return [{ from: at, to: at, text: written.join(', ') + (token.items.length === 0 ? '' : ', ') }]
  }
  const indent = ' '.repeat(token?.type === 'block-map' ? Math.max(0, token.indent) : 0)
  return [{ from: matter.to, to: matter.to, text: written.map((line) => indent + line + eol).join('') }]
}
