/** How agents name the parts of a conversation: whose words a record holds. */
import type { JsonObject } from '../../bytes/records.ts'
import { text } from '../../json.ts'
import { asWords } from './outcomes.ts'

/**
 * `shown` is somebody else's words, in which nothing is matched; `agent` the agent's own; `action` a tool it
 * calls; `part` a step inside the run; `end` something about the run as a whole; `other` unknown.
 */
export type Voice = 'shown' | 'agent' | 'action' | 'part' | 'end' | 'other' | 'unnamed'

const ROLE_KEYS = ['role', 'author', 'sender', 'speaker', 'source', 'from']
const NAME_KEYS = ['type', 'event', 'kind', 'event_type', 'eventType', 'subtype', 'method', 'name']

const SHOWN_ROLE =
  /^(?:user|human|system|developer|(?:tool|function)(?: (?:results?|responses?|outputs?|messages?))?|observation|environment|ipython|user proxy)$/
const AGENT_ROLE = /^(?:assistant|ai|model|agent|bot|llm|exit)$/
const SHOWN =
  /\btool (?:\w+ )?(?:results?|responses?|outputs?|update|progress|end|ended|finished|completed?|done)\b|\bfunction (?:call )?(?:outputs?|results?|responses?)\b|\bobservation\b|\buser (?:message|prompt|input)\b|\b(?:command|exec|terminal|bash|shell) (?:outputs?|results?|end)\b|\b(?:stdout|stderr)\b|\bfile (?:content|read)\b/
const ACTION =
  /\btool (?:use|calls?|invocation|(?:\w+ )?start(?:ed)?|request)\b|\bfunction call\b|^(?:action|command|exec|bash|edit)$|\bcommand (?:execution|start(?:ed)?)\b/
const AGENT =
  /\bassistant\b|\bagent (?:message|response|output|thoughts?|reasoning)\b|^(?:message|text|thoughts?|thinking|reasoning|answer|completion)$|\bcontent block\b|\bmessage (?:delta|part|update)\b|^(?:output )?text (?:start|delta|chunk|update|end|done)$/
const PART =
  /\b(?:tool|command|item|step|file|request|span|chunk|delta|start(?:ed)?|mcp|server|init|patch|hook|progress|notification|permission|model|api|llm)\b/
const END =
  /^(?:result|end|ended|complete|completed|finish|finished|done|final|summary|exit|exited|close|closed|stop|stopped|terminated|failed|aborted|cancell?ed|report)$|\b(?:final|run|session|task|turn|trial|conversation|workflow|agent|job|execution|orchestration|result)\b/

export function voiceOf(record: JsonObject): Voice {
  const roles = ROLE_KEYS.map((key) => text(record[key]))
    .filter(isName)
    .map(asWords)
  const names = [...NAME_KEYS.map((key) => text(record[key])), nameOfContent(record)]
    .filter(isName)
    .map(asWords)
  const says = (form: RegExp, among: readonly string[]): boolean => among.some((name) => form.test(name))
  if (
    says(SHOWN_ROLE, roles) ||
    says(SHOWN, names) ||
    says(
      SHOWN_ROLE,
      names.slice(0, 1).filter((name) => name !== 'system'),
    )
  )
    return 'shown'
  if (says(ACTION, names)) return 'action'
  if (says(AGENT_ROLE, roles) || says(AGENT, names) || says(AGENT_ROLE, names.slice(0, 1))) return 'agent'
  if (names.length === 0) return 'unnamed'
  if (says(PART, names)) return 'part'
  return says(END, names) ? 'end' : 'other'
}

/** `content_end` of the content type `tool` is the end of a tool. */
const nameOfContent = (record: JsonObject): string => {
  const kind = text(record['contentType']) || text(record['content_type'])
  return kind === '' ? '' : `${kind} ${asWords(text(record['type']).slice(0, 60)).split(' ').at(-1) ?? ''}`
}

const isName = (value: string): boolean => value !== '' && value.length <= 60

const SHOWN_KEYS =
  /^(?:content|text|output|outputs|stdout|stderr|logs?|input|inputs|args|arguments|param|parameters|prompt|instructions?|task|tests?|test_?results|checks|test_output|diff|patch|submission|config|configuration|settings|options|env|environment|headers|schema|tools|query|request|observation|tool_?results?|tool_?calls?|tool_?use_?result|permission_?denials|extra|template|tests_status|parser_results|git_patch|system_prompt)$/i

/** Fields whose content is somebody else's words or settings. */
export const isShownKey = (key: string): boolean =>
  SHOWN_KEYS.test(key) || /(?:^|_)(?:output|template|prompt|patch|config)$/i.test(key)
