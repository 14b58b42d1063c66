import type { AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { isCodingAgentLine } from './coding-agent.ts'
import { declare, formOf, ownText } from '../../signals/agents/text-mode.ts'
import type { Form } from '../../signals/forms.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'

/** The session to resume does not exist, or its file is not readable. */
const SESSION_LOST =
  /^Error: (?:No session, task, or name matched '|Session '[\w-]{1,64}' was found but could not be loaded)/

/** Messages of Copilot CLI itself in text mode. */
export const TEXT_FORMS: readonly Form[] = [
  [/^Authentication failed with provider at \S+/, 'provider-error'],
  [
    /^(?:Failed to get response from the AI model|Could not connect to (?:local )?model provider at )/,
    'provider-error',
  ],
  [/^(?:Model '[^']{1,200}' not found on provider at |Request to provider at \S+ failed)/, 'provider-error'],
  [/^\s{0,3}✗ (?:Execution|Model call) failed: |^(?:✗ |[Ee]rror: )?CAPIError: /, 'provider-error'],
  [/^The provider rejected the prompt as too long\b/, 'context-full'],
  [/^No response was returned\. Send your message again/, 'no-answer'],
  [
    /^(?:You have exceeded your (?:monthly|premium request)|You have no quota|Quota exceeded\b)/,
    'usage-limit',
  ],
  [
    /^(?:Error: )?No authentication information found|^Error: Classic Personal Access Tokens .{0,20}are not supported/,
    'auth',
  ],
  [
    /^(?:Permission denied and could not request permission from user|\s{2}└ Permission denied because no interactive user)/,
    'permission-denied',
  ],
  [
    /^(?:error: Invalid command format\.|error: unknown option |error: option '--?[\w-]+.{0,80}' argument )/,
    'bad-start',
  ],
  [SESSION_LOST, 'bad-start'],
]

const RETRYING =
  /^● (?:Request failed due to a transient API error|Response was interrupted due to a server error)\. Retrying/
const RESUME = /^Resume {2,}copilot --resume=([\w-]{8,64})$/
const FOOTER =
  /^(?:Exiting…|Package extraction took \d+ms|Changes {2,}\+\d+ -\d+|Duration {2,}\d|Tokens {2,}↑ |Requests {2,}\d|AI Credits {2,})/
/** A tool call and its result in text mode. */
const TOOL_LINE = /^(?:[✗✓] |● .{1,200} \((?:shell|MCP: .{1,80})\)$|\s{2}[│└├$] )/

/** Lines that only Copilot CLI prints. */
export const isCopilotLine = (line: string): boolean =>
  RETRYING.test(line) ||
  isCodingAgentLine(line) ||
  /^\s{0,3}✗ (?:Execution|Model call) failed: |^(?:✗ |[Ee]rror: )?CAPIError: /.test(line) ||
  /^Try 'copilot --help' for more information/.test(line) ||
  RESUME.test(line) ||
  SESSION_LOST.test(line) ||
  /^Authentication failed with provider at \S+ \(HTTP/.test(line)

/** An unchanged provider error with its status. Only the last line before the footer can be one. */
const BARE_ERROR = /^[45]\d\d [A-Z{]/

/** The text mode prints its error last, so nothing after it can prove a recovery. */
export function textReader(notes: Notes): Required<Pick<AgentReader, 'line' | 'end'>> {
  let ended = false
  let last: Item | null = null
  const line = (text: string): LineRole => {
    if (text === '' || readFooter(notes, text)) return 'taken'
    const form = formOf(TEXT_FORMS, text)
    ended ||= form !== undefined && form !== 'permission-denied'
    if (form !== undefined || RETRYING.test(text)) return declare(notes, form ?? 'provider-error', text)
    if (text.startsWith('● ') && TOOL_LINE.test(text)) notes.toolWorked()
    if (TOOL_LINE.test(text)) return 'fenced'
    if (ended) return 'free'
    last = notes.item
    if (BARE_ERROR.test(text)) return 'free'
    notes.progress()
    return ownText(notes, text)
  }
  const end = (exitCode: number | null): void => {
    if (last === null || exitCode === 0 || ended || !BARE_ERROR.test(last.raw)) return
    notes.reading(last)
    declare(notes, 'provider-error', last.raw)
  }
  return { line, end }
}

function readFooter(notes: Notes, line: string): boolean {
  const resume = RESUME.exec(line)?.[1]
  if (resume === undefined) return FOOTER.test(line)
  notes.session(resume)
  notes.close()
  return true
}
