import type { Place } from './config-error.ts'

/** What a file says, with where it says it. */
export type ConfigNode =
  | { readonly kind: 'empty'; readonly place: Place }
  | {
      readonly kind: 'scalar'
      readonly place: Place
      readonly value: string | number | boolean
      /** As it is written, without quotes: `1.10` is not 1.1 to somebody who names a branch. */
      readonly text: string
    }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly ConfigNode[] }
  | { readonly kind: 'map'; readonly place: Place; readonly entries: readonly NodeEntry[] }

export type NodeEntry = { readonly key: string; readonly place: Place; readonly value: ConfigNode }

/** In the words of a message. */
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
