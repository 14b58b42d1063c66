import type { Place } from './config-error.ts'

/** The content of a file, with positions. */
export type ConfigNode =
  | { readonly kind: 'empty'; readonly place: Place }
  | {
      readonly kind: 'scalar'
      readonly place: Place
      readonly value: string | number | boolean
      /** As it is written, without quotes: `1.10` must not become 1.1 in the name of a branch. */
      readonly text: string
    }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly ConfigNode[] }
  | { readonly kind: 'map'; readonly place: Place; readonly entries: readonly NodeEntry[] }

export type NodeEntry = { readonly key: string; readonly place: Place; readonly value: ConfigNode }

/** Describes a node in a message. */
export function describeNode(node: ConfigNode): string {
  switch (node.kind) {
    case 'empty':
      return 'nothing'
    case 'list':
      return 'a list'
    case 'map':
      return 'keys with values'
    case 'scalar':
      return `'${node.text.length > 60 ? `${node.text.slice(0, 60)}…` : node.text}'`
  }
}
