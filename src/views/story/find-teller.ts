/** Finds out whose format an output has, from its beginning. */
import { agents } from '../../agents/agents.ts'
import type { Agent } from '../../agents/agent.ts'
import type { StoryTeller } from '../../agents/story-item.ts'
import { plain } from '../../signals/bytes/plain.ts'
import { parseObject, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'

export type FoundTeller = {
  /** Null if the format is not known. */
  readonly reads: string | null
  readonly teller: StoryTeller
  /** It writes records, so other lines are not its words. */
  readonly isStructured: boolean
}

/** The beginning of an output. A first record may contain a long list of tools. */
export const SNIFF_BYTES: number = 256 * 1024
const MOST_LINES = 400

const PLAIN: StoryTeller = {}

/** `agent` is the name under which the run was started. */
export function findTeller(agent: string | null, head: string): FoundTeller {
  const lines = head.split('\n').slice(0, MOST_LINES)
  const records = lines.filter((line) => line.startsWith('{')).flatMap((line) => asList(parseObject(line)))
  const known = agents.find(({ name }) => name === agent)
  const found = byRecords(records) ?? known ?? byLines(lines) ?? byWhole(head)
  const teller = found?.story() ?? PLAIN
  const isStructured = records.some((record) => (teller.record?.(record) ?? null) !== null)
  return { reads: found?.name ?? null, teller: found?.story() ?? PLAIN, isStructured }
}

const asList = <T>(value: T | null): readonly T[] => (value === null ? [] : [value])

/** The teller of the first agent that recognises one of the records; null if none does. */
export const tellerOf = (records: readonly JsonObject[]): StoryTeller | null =>
  byRecords(records)?.story() ?? null

const byRecords = (records: readonly JsonObject[]): Agent | undefined =>
  agents.find(({ reader }) =>
    records.some((record) => hasCue(reader, record) && reader.recognisesRecord?.(record) === true),
  )

function hasCue({ recordCue }: Agent['reader'], record: JsonObject): boolean {
  if (recordCue === undefined) return false
  const { types = [], keys = [] } = recordCue
  return (
    [...types].includes(text(record['type'])) || keys.some((group) => group.every((key) => key in record))
  )
}

const byLines = (lines: readonly string[]): Agent | undefined =>
  agents.find(({ reader }) => lines.some((line) => reader.recognisesLine?.(plain(line)) === true))

/** One value over many lines, as the files of trajectories are. Its keys are enough. */
function byWhole(head: string): Agent | undefined {
  if (!/^\s*\{/.test(head)) return undefined
  const has = (key: string): boolean => head.includes(`"${key}"`)
  return agents.find(
    ({ reader }) => reader.recordCue?.keys?.some((group) => group.length > 1 && group.every(has)) === true,
  )
}
