/**
 * The log of Copilot's coding agent, which works in a job of GitHub Actions. The job passes even if the agent failed.
 *
 *     copilot: words of the model
 *     function:
 *       name: bash
 *       result: ...
 *     error (Request-ID 4808:...)
 *     {
 *       "status": 400, "name": "CAPIError", ...
 *     }
 *     copilot-result: Completing task
 */
import type { JsonObject } from '../../signals/bytes/records.ts'
import type { LineRole } from '../../signals/agent-reader.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { ownText } from '../../signals/agents/text-mode.ts'
import type { Item } from '../../signals/item.ts'
import { number, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'

const OWN_LINE = /^(?:copilot-result: |\s{2}COPILOT_AGENT_RUNTIME_VERSION: )/
const CALL_HEAD = /^(?:function:$|Invoking tool: )/
const WORDS = /^copilot: ?/

/** Does only the coding agent print this line? */
export const isCodingAgentLine = (line: string): boolean => OWN_LINE.test(line)

/** Is this an error of the provider, as the client of Copilot prints it? */
export const isApiError = (record: JsonObject): boolean =>
  record['name'] === 'CAPIError' && text(record['message']) !== ''

type CodingAgent = {
  /** Returns true for an error of the provider. */
  readonly record: (record: JsonObject) => boolean
  readonly line: (line: string) => LineRole
  readonly end: () => void
}

type ApiError = { readonly item: Item; readonly record: JsonObject }

/** Records are read before the lines around them, so an error counts at the end, if no words follow it. */
export function codingAgent(notes: Notes): CodingAgent {
  let failed: ApiError | null = null
  let wordsAt = -1
  let speaks = false
  const record = (value: JsonObject): boolean => {
    if (!isApiError(value)) return false
    failed = { item: notes.item, record: value }
    return true
  }
  const line = (of: string): LineRole => {
    if (WORDS.test(of)) {
      speaks = true
      wordsAt = notes.item.offset
      notes.progress()
      return ownText(notes, of.replace(WORDS, ''))
    }
    if (CALL_HEAD.test(of)) speaks = false
    if (of.startsWith('copilot-result: ')) notes.close()
    return speaks ? ownText(notes, of) : 'fenced'
  }
  const end = (): void => {
    if (failed !== null && failed.item.offset > wordsAt) noteError(notes, failed)
  }
  return { record, line, end }
}

function noteError(notes: Notes, { item, record }: ApiError): void {
  const message = text(record['message'])
  notes.reading(item)
  const told = { status: number(record['status']), code: text(record['code']) }
  notes.typed('provider-error', message, errorDetail(message, told), '"message": ')
}
