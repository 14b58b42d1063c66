import { meaningOf, type Form } from '../../signals/forms.ts'
import { number, object, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { Source, What } from '../../signals/signal.ts'
import { detailOf, type Told } from '../../signals/agents/error-detail.ts'
import { isHttpError } from '../../signals/agents/http-status.ts'
import {
  readProviderMessage,
  whatOfCode,
  type ProviderMessage,
} from '../../signals/agents/provider-message.ts'

const RECONNECTING = /^Reconnecting\.\.\. (?:(\d+)\/(\d+)|waiting for network)(?: \(([^]*)\))?$/

/** Messages that Codex writes itself, so their wording is as reliable as a code. */
const OWN_WORDS: readonly Form[] = [
  [
    /^You(?:'|’)ve (?:hit|reached) your (?:[\w-]+ ){0,3}limit\b|^Your workspace is out of credits/,
    'usage-limit',
  ],
  [/^Codex ran out of room in the model(?:'|’)s context window/, 'context-full'],
  [/^Missing environment variable: /, 'auth'],
  [
    /^(?:stream disconnected before completion: )?Incomplete response returned, reason: content_filter/,
    'refusal',
  ],
  [/^(?:turn )?(?:interrupted|aborted)\b/i, 'interrupt'],
]

/** `codex_error_info` of a session file, if it says more than that a request failed. */
const INFO_WHATS: Readonly<Record<string, What>> = {
  usage_limit_exceeded: 'usage-limit',
  context_window_exceeded: 'context-full',
  session_budget_exceeded: 'budget-limit',
  cyber_policy: 'refusal',
  sandbox_error: 'sandbox-failure',
}

export type CodexError = {
  readonly message: string
  /** `codex_error_info`, if the record has it. */
  readonly info?: unknown
  readonly resetAt?: string | undefined
  readonly source?: Source
}

/** Notes an error message of Codex: a notice of a retry, or the end of a turn. */
export function noteCodexError(notes: Notes, error: CodexError): void {
  const retrying = RECONNECTING.exec(error.message)
  const inner = retrying === null ? error.message : (retrying[3] ?? '')
  const told = readProviderMessage(inner)
  const info = readInfo(error.info)
  const found = {
    message: told.message || error.message,
    status: told.status ?? info.status,
    code: told.code ?? info.code,
    resetAt: told.resetAt ?? error.resetAt,
  }
  notes.add({
    source: error.source ?? 'typed',
    what: whatOf(found, info.code),
    message: found.message,
    detail: detailOf({ ...found, ...(retrying === null ? {} : retryOf(retrying)) }),
  })
}

function whatOf(found: ProviderMessage, info: string | undefined): What {
  const own = meaningOf(OWN_WORDS, found.message)
  return own ?? INFO_WHATS[info ?? ''] ?? whatOfCode(found.code)
}

function retryOf(found: RegExpExecArray): Told {
  if (found[1] === undefined) return { attempt: 1 }
  return { attempt: Number(found[1]), of: Number(found[2]) }
}

/** A single word, or an object whose only key is the word and whose value has the HTTP status. */
function readInfo(info: unknown): Pick<Told, 'code' | 'status'> {
  const word = text(info)
  if (word !== '') return word === 'other' ? {} : { code: word }
  const [entry] = Object.entries(object(info))
  if (entry === undefined) return {}
  const status = number(object(entry[1])['http_status_code'])
  return { code: entry[0], ...(isHttpError(status) ? { status } : {}) }
}
