/**
 * Tells which of the agents have to be asked whether they recognise a record: for nearly all records of a stream
 * that nobody knows it is none of them, or one.
 *
 * U1 Nothing is declared twice: the recognisers themselves tell which keys they look at. One that is shown a
 * record of which only the type is known asks for certain keys and says no; a record of that type that has none
 * of these keys looks the same to it.
 */
import type { JsonObject } from '../bytes/records.ts'
import type { AgentAdapter } from './adapter.ts'
import { KeyTree } from './key-tree.ts'

/** To watch is slow: beyond this the types are other ones each time, and nothing is gained. */
const MOST_TYPES = 500
const MOST_TYPES_OF_A_SHAPE = 20
const LONGEST_TYPE = 60

type Type = string | undefined

/** What an agent's recogniser asks for; null where it says yes or looks at all keys. */
type Asked = readonly (string | symbol)[] | null

/** Whose records with the same keys may be, by type. */
type ByType = Map<Type, readonly AgentAdapter[]>

export class Candidates {
  readonly #agents: readonly AgentAdapter[]
  readonly #asked = new Map<Type, ReadonlyMap<AgentAdapter, Asked>>()
  readonly #alike = new KeyTree<ByType>(() => new Map())

  constructor(agents: readonly AgentAdapter[]) {
    this.#agents = agents
  }

  /** The agents that may recognise the record, in their order. All others do not. */
  of(record: JsonObject): readonly AgentAdapter[] {
    const type = record['type']
    if (type !== undefined && (typeof type !== 'string' || type.length > LONGEST_TYPE)) return this.#agents
    const byType = this.#alike.of(record)
    const known = byType.get(type)
    if (known !== undefined) return known
    const chosen = this.#choose(record, type)
    if (byType.size < MOST_TYPES_OF_A_SHAPE) byType.set(type, chosen)
    return chosen
  }

  #choose(record: JsonObject, type: Type): readonly AgentAdapter[] {
    const asked = this.#askedFor(type)
    if (asked === undefined) return this.#agents
    const isThere = (key: string | symbol): boolean => key !== 'type' && Object.hasOwn(record, key)
    return this.#agents.filter((agent) => asked.get(agent)?.some(isThere) ?? true)
  }

  #askedFor(type: Type): ReadonlyMap<AgentAdapter, Asked> | undefined {
    const known = this.#asked.get(type)
    if (known !== undefined || this.#asked.size >= MOST_TYPES) return known
    const record = type === undefined ? {} : { type }
    const asked = new Map(this.#agents.map((agent) => [agent, askedBy(agent, record)]))
    this.#asked.set(type, asked)
    return asked
  }
}

/** Shows an agent a record and watches what it looks at. */
function askedBy(agent: AgentAdapter, record: JsonObject): Asked {
  const asked = new Set<string | symbol>()
  let looksAtAll = false
  const watched = new Proxy(record, {
    get: (target, key) => {
      asked.add(key)
      return Reflect.get(target, key)
    },
    has: (target, key) => {
      asked.add(key)
      return Reflect.has(target, key)
    },
    getOwnPropertyDescriptor: (target, key) => {
      asked.add(key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
    ownKeys: (target) => {
      looksAtAll = true
      return Reflect.ownKeys(target)
    },
  })
  return agent.recognisesRecord?.(watched) === true || looksAtAll ? null : [...asked]
}
