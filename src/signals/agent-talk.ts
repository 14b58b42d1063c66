/** Decides whether an agent, or a program that calls a model, wrote an output. */
import { anyOf, anyWord } from './any-of.ts'
import { cued } from './cued.ts'
import { talkForms } from './talk-forms.ts'
import { talkWords } from './talk-words.ts'

/** In most outputs no line has one of the words, and then the long expression is never compiled. */
export const AGENT_TALK: RegExp = cued(anyWord(talkWords(), 'i'), talkForms)

/** Only a person or an agent starts a sentence with `I`, and no person writes into a program's output. */
export const FIRST_PERSON: RegExp = cued(
  /^(?:[-*•>⏺●] )?[ILNHEAJC我]/,
  /^(?:[-*•>⏺●] )?(?:I(?:'ve|'ll|'m| have| will| am| can(?:not|'t)?| could| need| found| was| did| made| added| fixed| updated| created| ran)|Let me|Let's|Now I|Here(?:'s| is) (?:a |the |my )?(?:short |brief |quick |final |complete )?(?:summary|overview|report|breakdown|plan|proposal|approach|analysis|assessment|what (?:I|was|has|changed))|(?:Everything|All(?: of it)?)(?: is|'s)? (?:now )?(?:done|set|wired up)\b|Ich (?:habe|konnte|werde|kann|bin)\b|J'ai |Je (?:n'ai|vais|ne)\b|No (?:he podido|pude|puedo)\b|Não (?:consegui|foi possível)\b|He (?:añadido|implementado|corregido|actualizado|creado|completado|terminado)\b|(?:Implementei|Corrigi|Adicionei|Atualizei)\b|我(?:已|将|会|无法|来))/,
)

const LONGEST = 2000

/** Does a line sound like an agent, or like a program that calls a model? */
export const isAgentTalk = (line: string): boolean =>
  line.length <= LONGEST && (AGENT_TALK.test(line) || FIRST_PERSON.test(line.replaceAll('’', "'")))

/** Fields, roles and names of errors that only agents and the clients of models write. */
const MODEL_FIELDS: RegExp = anyOf([
  /"(?:role|author|speaker|from)"\s?:\s?"(?:assistant|ai|model|agent|llm|tool)"/,
  /"(?:model|model_name|modelId|usage|token_usage|tool_calls?|tool_name|toolName|tool_use_id|toolCallId|stop_reason|stopReason|finish_reason|finishReason|num_turns|n_turns|max_turns|api_calls|trajectory|instance_id|agent|agent_state|prompt|completion)"\s?:/,
  /"(?:overloaded|rate_limit|authentication|invalid_request|api|permission|not_found|request_too_large)_error"/,
  /"(?:context_length_exceeded|insufficient_quota|invalid_api_key|model_not_found|rate_limit_exceeded|RESOURCE_EXHAUSTED)"/,
  /"(?:type|event|kind|subtype)"\s?:\s?"(?:assistant|agent|tool|llm|thinking|reasoning|message|turn|session|conversation|thread|iteration)[._-]?/,
])

/** The beginning of a record is enough to know who wrote it. */
const RECORD_HEAD = 4000

/** Does a JSON record come from an agent, or from a program that calls a model? */
export const isModelRecord = (raw: string): boolean => {
  const head = raw.slice(0, RECORD_HEAD)
  return MODEL_FIELDS.test(head) || AGENT_TALK.test(head)
}

/** Bold words, inline code in a list, links. Agents write Markdown; build tools do not. */
const MARKDOWN =
  /^#{1,4} \S|^(?:\s{0,6}(?:[-*+•]|\d{1,2}[.)]) ).{0,200}`[^`]{1,80}`|\*\*[^*]{2,80}\*\*|\]\([^()\s]{1,200}\)|^\s{0,6}(?:[-*+•]|\d{1,2}[.)]) [A-Z][^:]{8,200}[.:]$|^\|.{1,300}\|$/
/** A log line, a stack trace or a command. A report has none of these outside of its code blocks. */
const LOGGED =
  /^\[?\d{4}-\d\d-\d\d|^\[?\d\d:\d\d:\d\d|^\s+at \S|^[$+] \S|^\S{1,40}: (?:warning|error)\b|^\[\w+\]/i

/** A longer output is not a report. */
const LONGEST_REPORT = 400
const LEAST_MARKDOWN = 2
const LEAST_SHARE = 0.25

/** Is the whole output a Markdown report? An agent in text mode may print nothing else. */
export function isReport(lines: Iterable<string>): boolean {
  let count = 0
  let marked = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    count += 1
    if (count > LONGEST_REPORT || LOGGED.test(line)) return false
    if (line.length <= LONGEST && MARKDOWN.test(line)) marked += 1
  }
  return marked >= LEAST_MARKDOWN && marked / count >= LEAST_SHARE
}

/** `lines` gives the text of the output, once for each pass. */
export function isByAgent(lines: () => Iterable<string>): boolean {
  for (const line of lines()) if (isAgentTalk(line)) return true
  return isReport(lines())
}

/** An agent that reports after its last tool says at least so many sentences about itself. */
const LEAST_SENTENCES = 2

/** Does an agent speak in these lines? */
export function speaks(lines: Iterable<string>): boolean {
  let sentences = 0
  for (const line of lines) {
    if (line.length > LONGEST || !FIRST_PERSON.test(line.trimStart().replaceAll('’', "'"))) continue
    sentences += 1
    if (sentences >= LEAST_SENTENCES) return true
  }
  return false
}
