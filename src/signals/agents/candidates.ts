/**
 * Selects the agents that may recognise a record. For an unknown stream, nearly every record has at most one
 * candidate.
 *
 * U1 An agent is asked about every record that has its cue, and about no other.
 */
import type { JsonObject } from '../bytes/records.ts'
import type { AgentAdapter, RecordCue } from '../agent-reader.ts'
import { KeyTree } from './key-tree.ts'

const hasKeysOf = (keys: readonly string[], cue: RecordCue | undefined): boolean =>
  cue?.keys?.some((group) => group.every((key) => keys.includes(key))) === true

export class Candidates {
  readonly #agents: readonly AgentAdapter[]
  readonly #byKeys: KeyTree<readonly AgentAdapter[]>
  readonly #byType = new Map<unknown, readonly AgentAdapter[]>()

  constructor(agents: readonly AgentAdapter[]) {
    this.#agents = agents
    this.#byKeys = new KeyTree((keys) => agents.filter(({ recordCue }) => hasKeysOf(keys, recordCue)))
    for (const type of agents.flatMap(({ recordCue }) => recordCue?.types ?? []))
      this.#byType.set(
        type,
        agents.filter(({ recordCue }) => recordCue?.types?.includes(type) === true),
      )
  }

  /** The agents that may recognise the record, in their order. All others do not. */
  of(record: JsonObject): readonly AgentAdapter[] {
    const byKeys = this.#byKeys.of(record)
    const byType = this.#byType.get(record['type'])
    if (byType === undefined) return byKeys
    return this.#agents.filter((one) => byType.includes(one) || byKeys.includes(one))
  }
}
