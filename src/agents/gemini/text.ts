/**
 * The text that Gemini CLI prints in addition to its records. In text mode this is the answer on standard output. In
 * every mode it is notices, retries and stack traces on standard error.
 */
import { meaningOf, type Form } from '../../signals/forms.ts'
import type { Notes } from '../../signals/notes.ts'
import type { Detail, What } from '../../signals/signal.ts'
import type { LineRole } from '../../signals/agent-reader.ts'
import { noteGeminiError, type Ending } from './errors.ts'
import { ownText } from '../../signals/agents/text-mode.ts'

const NOISE =
  /^(?:YOLO mode is enabled\.|Ripgrep is not available\.|\[STARTUP\] |Warning: (?:Basic terminal detected|256-color|True color)|Loaded cached credentials\.|Data collection is (?:en|dis)abled\.|Approval mode overridden|Error executing tool |Hook registry initialized|Keychain initialization|Using FileKeychain)/
const RETRY =
  /^Attempt (\d+) failed(?: with status (\d{3}))?\. Retrying with backoff\.\.\. ?(?:(\w+): )?(.*)$/
/** A quota error with a reset. The message may continue on the next lines, and its last line has the pause. */
const QUOTA_RETRY = /^Attempt (\d+) failed: (.*?)(?:\.? Retrying after (\d+)ms\.\.\.)?$/
const FINAL = /^Error when talking to Gemini API(?: Full report available at: \S+)?[:.]? ?(?:(\w+): )?(.*)$/
const STACK = /^\s+at /
const CRITICAL = /^An unexpected critical error occurred:\s*(.*)$/

const FORMS: readonly Form[] = [
  [
    /^(?:Gemini CLI is not running in a trusted directory|Error in \S.{0,300}settings\.json: |Error resuming session: |Invalid session identifier\b|Unknown arguments?: |No input provided via stdin)/,
    'bad-start',
  ],
  [
    /^(?:When using (?:Gemini API|Vertex AI), you must specify|Invalid auth method selected|Please set an Auth method\b|Error authenticating: |Failed to (?:login|log in|sign in)\b)/,
    'auth',
  ],
  [/^Reached max session turns for this session/, 'turn-limit'],
  [/^Loop detected, stopping execution/, 'loop'],
  [/^The model returned an empty response with no text/, 'no-answer'],
]

/** Lines that only Gemini CLI prints. Similar agents share the other lines. */
export const isGeminiLine = (line: string): boolean =>
  /^(?:YOLO mode is enabled\. All tool calls will be automatically approved|Ripgrep is not available\. Falling back to GrepTool|Error when talking to Gemini API\b|Gemini CLI is not running in a trusted directory|When using Gemini API, you must specify the GEMINI_API_KEY|Usage: gemini (?:\[|<)|Error in \S{0,300}\.gemini\/settings\.json: |Error resuming session: (?:No previous sessions|Invalid session identifier)|Invalid auth method selected\.$|Please set an Auth method in your \S{0,300}\.gemini)/.test(
    line,
  )

/** `Attempt 3 failed with status 429. Retrying with backoff...` */
export function readRetryNotice(line: string): Detail | null {
  const quota = QUOTA_RETRY.exec(line.slice(0, 2000))
  if (quota !== null) return { status: 429, retry: quotaRetry(quota) }
  const found = RETRY.exec(line.slice(0, 2000))
  if (found === null) return null
  const status = found[2] === undefined ? {} : { status: Number(found[2]) }
  return { ...status, retry: { attempt: Number(found[1]) } }
}

const quotaRetry = ([, attempt, , delayMs]: RegExpExecArray): NonNullable<Detail['retry']> => ({
  attempt: Number(attempt),
  ...(delayMs === undefined ? {} : { delayMs: Number(delayMs) }),
})

export class GeminiText {
  readonly #notes: Notes
  /** Inside a stack trace, an inspected error or a repeated JSON error. */
  #dump = false
  /** Retries that no other line has followed yet. */
  #retrying = false
  #failed = false
  #usage = false
  #spoke = false
  #ending: Ending = 'open'

  constructor(notes: Notes) {
    this.#notes = notes
  }

  /** `structured` means that the answer is in records, so no line is the agent's words. */
  read(line: string, structured: boolean, ending: Ending): LineRole {
    this.#ending = ending
    if (line.length > 2000) return 'fenced'
    if (this.#isDump(line)) return 'fenced'
    if (NOISE.test(line) || line === '') return 'fenced'
    if (this.#error(line)) return 'taken'
    if (this.#usage) return 'fenced'
    if (structured || this.#failed) return 'free'
    this.#retrying = false
    this.#spoke = true
    this.#notes.progress()
    return ownText(this.#notes, line)
  }

  /** A successful run recovered from its retries, regardless of the order of the lines. */
  end(exitCode: number | null): void {
    if (this.#failed || !this.#spoke) return
    if (exitCode === 0 || (exitCode === null && !this.#retrying)) this.#notes.progress()
  }

  #isDump(line: string): boolean {
    if (STACK.test(line) || line === '[ERROR] {') this.#dump = true
    else if (this.#dump && !/^(?:\s|\})/.test(line)) this.#dump = false
    const dumped = this.#dump
    if (line === '}') this.#dump = false
    return dumped
  }

  #error(line: string): boolean {
    const said = line.replace(/^\[ERROR\] /, '')
    const what = meaningOf(FORMS, said)
    this.#usage ||= what !== undefined && said.startsWith('Unknown argument')
    if (what !== undefined) this.#note(said, what)
    return what !== undefined || this.#retry(line) || this.#final(line)
  }

  #note(message: string, what: What): void {
    this.#failed = true
    if (this.#ending === 'open') this.#notes.add({ source: 'declared', what, message })
  }

  #retry(line: string): boolean {
    const quota = QUOTA_RETRY.exec(line)
    if (quota !== null) return this.#quotaRetry(quota)
    const found = RETRY.exec(line)
    if (found === null) return false
    this.#dump = true
    this.#retrying = true
    // The result record decides how the retries ended.
    if (this.#ending !== 'open') return true
    noteGeminiError(this.#notes, {
      source: 'declared',
      message: found[4] || line,
      type: found[3] ?? '',
      code: found[2] === undefined ? undefined : Number(found[2]),
      retry: { attempt: Number(found[1]) },
    })
    return true
  }

  #quotaRetry(found: RegExpExecArray): boolean {
    this.#retrying = true
    if (this.#ending !== 'open') return true
    noteGeminiError(this.#notes, {
      source: 'declared',
      message: found[2] || 'quota exceeded',
      type: 'RetryableQuotaError',
      retry: quotaRetry(found),
    })
    return true
  }

  #final(line: string): boolean {
    const final = FINAL.exec(line)
    if (final !== null) {
      this.#dump = true
      this.#failed = true
      if (this.#ending !== 'settled') {
        noteGeminiError(this.#notes, { source: 'declared', message: final[2] || line, type: final[1] ?? '' })
      }
      return true
    }
    const critical = CRITICAL.exec(line)
    if (critical === null && !line.startsWith('[API Error: ')) return false
    if (critical === null) noteGeminiError(this.#notes, { source: 'declared', message: line })
    else if (!this.#failed) this.#note(line, 'failure')
    this.#failed = true
    return true
  }
}
