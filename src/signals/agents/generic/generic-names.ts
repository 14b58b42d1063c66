/** How agents name the parts of a conversation. The name shows who wrote the words in a record. */
import type { JsonObject } from '../../bytes/records.ts'
import { text } from '../../json.ts'
import { asWords } from './as-words.ts'
import { has, LONGEST_NAME, meaningOf, SAYS } from './name-meaning.ts'
import { remembered } from './remembered.ts'
import { shapeOf, type Shape } from './shape.ts'

/**
 * `shown`: quoted text, in which nothing is matched. `agent`: the agent's own words. `action`: a tool that it calls.
 * `part`: a step inside the run. `end`: a fact about the run as a whole. `other`: unknown.
 */
export type Voice = 'shown' | 'agent' | 'action' | 'part' | 'end' | 'other' | 'unnamed'

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME

export function voiceOf(record: JsonObject, shape: Shape = shapeOf(record)): Voice {
  let roles = 0
  for (const key of shape.roles) {
    const role = record[key]
    if (isName(role)) roles |= meaningOf(role)
  }
  let names = 0
  let first: number | null = null
  for (const key of shape.names) {
    const name = record[key]
    if (!isName(name)) continue
    const says = meaningOf(name)
    names |= says
    first ??= says
  }
  const content = shape.contentKinds.length > 0 ? nameOfContent(record) : ''
  if (isName(content)) {
    const says = meaningOf(content)
    names |= says
    first ??= says
  }
  return voiceFrom(roles, names, first)
}

/** `first` is the meaning of the first name, which may also name a role. It is null if there is no name. */
function voiceFrom(roles: number, names: number, first: number | null): Voice {
  const role = first === null || has(first, SAYS.system) ? 0 : first
  if (has(roles | role, SAYS.shownRole) || has(names, SAYS.shown)) return 'shown'
  if (has(names, SAYS.action)) return 'action'
  if (has(roles | (first ?? 0), SAYS.agentRole) || has(names, SAYS.agent)) return 'agent'
  if (first === null) return 'unnamed'
  if (has(names, SAYS.part)) return 'part'
  return has(names, SAYS.end) ? 'end' : 'other'
}

/** `content_end` with the content type `tool` is the end of a tool. */
const nameOfContent = (record: JsonObject): string => {
  const kind = text(record['contentType']) || text(record['content_type'])
  return kind === '' ? '' : `${kind} ${asWords(text(record['type']).slice(0, 60)).split(' ').at(-1) ?? ''}`
}

const SHOWN_KEYS =
  /^(?:content|text|output|outputs|stdout|stderr|logs?|input|inputs|args|arguments|param|parameters|prompt|instructions?|task|tests?|test_?results|checks|test_output|diff|patch|submission|config|configuration|settings|options|env|environment|headers|schema|tools|query|request|observation|tool_?results?|tool_?calls?|tool_?use_?result|permission_?denials|extra|template|tests_status|parser_results|git_patch|system_prompt)$/i

/** Fields with quoted text or settings, or with an error, which is read together with its field. */
const isClosed = (key: string): boolean =>
  SHOWN_KEYS.test(key) ||
  /(?:^|_)(?:output|template|prompt|patch|config)$/i.test(key) ||
  /^(?:error|err|exception|errors|failure|exception_info)$/.test(key)

/** Does the field contain more of what the record reports? */
export const isOpenKey: (key: string) => boolean = remembered((key) => !isClosed(key), 60)
