/** Counted from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number }

export type YamlProblem = Place & { readonly message: string }

/** The content of a file, with positions. */
export type YamlNode =
  | { readonly kind: 'empty'; readonly place: Place }
  | {
      readonly kind: 'scalar'
      readonly place: Place
      readonly value: string | number | boolean
      /** As it is written, without quotes: `1.10` must not become 1.1 in the name of a branch. */
      readonly text: string
    }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly place: Place; readonly entries: readonly YamlEntry[] }

/** The place is that of the key. */
export type YamlEntry = { readonly key: string; readonly place: Place; readonly value: YamlNode }

/** A node without positions. `text`: scalars as they are written. `value`: as YAML parses them. */
export function plainOf(node: YamlNode, reads: 'text' | 'value'): unknown {
  switch (node.kind) {
    case 'empty':
      return null
    case 'scalar':
      return reads === 'text' ? node.text : node.value
    case 'list':
      return node.items.map((item) => plainOf(item, reads))
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainOf(value, reads)]))
  }
}

/** The one form of errors about a node: what is needed, and what is there instead. */
export const neededThere = (what: string, needs: string, node: YamlNode): string =>
  `${what} needs ${needs}${insteadOf(node)}.`

function insteadOf(node: YamlNode): string {
  switch (node.kind) {
    case 'empty':
      return ''
    case 'list':
      return ', not a list'
    case 'map':
      return ', not keys with values'
    case 'scalar':
      return `, not '${node.text.length > 60 ? `${node.text.slice(0, 60)}…` : node.text}'`
  }
}
