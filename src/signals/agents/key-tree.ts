/**
 * A cache for answers that depend only on the keys of a record. A stream has few sets of keys, so each answer is
 * computed once, and a lookup costs one comparison for each key.
 *
 * K1 The number of remembered keys is bounded. Forgotten answers are computed again.
 */
import type { JsonObject } from '../bytes/records.ts'

const MOST_NODES = 10_000
/** A record with more keys is a table of data, with different keys each time. */
const MOST_KEYS = 100

/** Records with the same keys in the same order end at the same node. */
type Node<Answer> = {
  answer: Answer | undefined
  /** The last visited child. In a stream, the next record nearly always takes it too. */
  key: string
  child: Node<Answer> | undefined
  /** All children, if there are several. */
  children: Map<string, Node<Answer>> | undefined
}

const nodeOf = <Answer>(): Node<Answer> => ({
  answer: undefined,
  key: '',
  child: undefined,
  children: undefined,
})

export class KeyTree<Answer extends {}> {
  readonly #ask: (keys: readonly string[]) => Answer
  #root = nodeOf<Answer>()
  #nodes = 0

  constructor(ask: (keys: readonly string[]) => Answer) {
    this.#ask = ask
  }

  of(record: JsonObject): Answer {
    let node = this.#root
    let keys = 0
    for (const key in record) {
      node = node.child !== undefined && node.key === key ? node.child : this.#descend(node, key)
      keys += 1
      if (keys > MOST_KEYS) return this.#ask(Object.keys(record))
    }
    node.answer ??= this.#ask(Object.keys(record))
    return node.answer
  }

  #descend(node: Node<Answer>, key: string): Node<Answer> {
    if (node.child !== undefined) node.children ??= new Map([[node.key, node.child]])
    const child = node.children?.get(key) ?? this.#grow()
    node.children?.set(key, child)
    node.key = key
    node.child = child
    return child
  }

  #grow(): Node<Answer> {
    this.#nodes += 1
    if (this.#nodes > MOST_NODES) {
      this.#root = nodeOf()
      this.#nodes = 0
    }
    return nodeOf()
  }
}
