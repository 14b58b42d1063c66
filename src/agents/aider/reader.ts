/**
 * Reads aider's chat history and its terminal output. In the history, `#### ` marks the user's words and `> ` aider's
 * messages. The rest are the model's words. In the terminal output aider's messages have no prefix.
 */
import { meaningOf, type Form } from '../../signals/forms.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { readLitellmError } from '../../signals/agents/litellm.ts'
import { ownText } from '../../signals/agents/text-mode.ts'

const STARTED = /^# aider chat started at \d{4}-/
const VERSION = /^(?:> )?Aider v\d+\.\d+/
/** Commands of the user that end the session or only show something. They send no request to the model. */
const ASKS_NOTHING =
  /^#### \/(?:exi?t?|qu?i?t?|clear|drop|reset|tokens|ls|models?|settings|map|read-only|report)\b/
const TOKENS = /^Tokens: [\d.,]+[kM]? sent, .*received\b/
const SESSION_COST = /\$([\d.]+) session\b/
const MODEL = /^(?:Main model|Model): (\S+) with /
export const EDITED: RegExp = /^(?:Applied edit to|Created new file|Added) (\S.*)$/
const COMMITTED = /^Commit [0-9a-f]{7,40} /
export const LITELLM: RegExp = /^(?:litellm\.|openai\.)?(?:[A-Z]\w+Error|Timeout): |^litellm\./
const RETRYING = /^Retrying in ([\d.]+) seconds/
const INTERRUPTED = /^(?:\^C again to exit|\^C KeyboardInterrupt|\^C$|Interrupted\b|KeyboardInterrupt\b)/
const ADVICE = /^The API provider\b/

const FORMS: readonly Form[] = [
  [/^Model \S+ has hit a token limit!|^Your estimated chat context of .* exceeds/, 'context-full'],
  [/^Only \d+ reflections allowed, stopping/, 'turn-limit'],
  [
    /^The LLM did not conform to the edit format|^# \d+ SEARCH\/REPLACE blocks? failed to match/,
    'tool-failure',
  ],
  [/^(?:aider: error: |usage: aider\b|Error: (?:unknown|invalid) model\b)/, 'bad-start'],
  [
    /^(?:No (?:LLM )?(?:model|API keys?) (?:was |were )?(?:specified|provided|found)|Missing .*API[ _]key|.*_API_KEY: (?:✗ )?Not set)/i,
    'auth',
  ],
]

export const reader: AgentOutput = {
  recognisesLine: (line) => STARTED.test(line) || VERSION.test(line) || TOKENS.test(line.replace(/^> /, '')),
  open: readAider,
}

type Run = {
  readonly notes: Notes
  /** True for a chat history, in which aider's messages have a prefix. */
  isHistory: boolean
  /** Retried requests since the last progress. */
  attempts: number
  /** The last completed action, and its line. */
  done: { readonly told: string; readonly at: Item } | null
  /** Errors from which it has not recovered yet. */
  open: (() => void)[]
}

function readAider(notes: Notes): AgentReader {
  const run: Run = { notes, isHistory: false, attempts: 0, done: null, open: [] }
  return {
    line: (line) => readLine(run, line),
    end: () => {
      if (run.done === null || run.open.length > 0) return
      notes.reading(run.done.at)
      notes.success(run.done.told, run.done.told, 'declared')
    },
  }
}

function readLine(run: Run, line: string): LineRole {
  if (ASKS_NOTHING.test(line)) return 'fenced'
  const isStart = STARTED.test(line)
  if (isStart || line.startsWith('#### ')) {
    run.isHistory ||= isStart
    run.done = null
    work(run)
    return isStart ? 'taken' : 'fenced'
  }
  const isQuoted = line.startsWith('> ') || line === '>'
  run.isHistory ||= isQuoted && (VERSION.test(line) || TOKENS.test(line.slice(2)))
  // In a terminal the same prefix marks what the user typed.
  if (isQuoted) return run.isHistory || VERSION.test(line) ? readMessage(run, line.slice(2).trim()) : 'fenced'
  const role = run.isHistory ? 'free' : readMessage(run, line)
  if (role !== 'free') return role
  if (line === '') return 'taken'
  // In a terminal the output of tests is between the model's words.
  return run.isHistory ? 'own' : ownText(run.notes, line)
}

/** The agent continues, so earlier errors are resolved. */
function work(run: Run): void {
  run.attempts = 0
  run.notes.progress()
  for (const moot of run.open) moot()
  run.open = []
}

/** A message of aider itself. */
function readMessage(run: Run, told: string): LineRole {
  if (readDeed(run, told)) return 'taken'
  const trouble = readTrouble(run.notes, told, run.attempts)
  if (trouble === null) return readRest(run.notes, told)
  run.open.push(trouble)
  if (RETRYING.test(told)) run.attempts += 1
  else run.done = null
  return 'taken'
}

/** True if the message reports progress: an edit, a commit, or an answer with its cost. */
function readDeed(run: Run, told: string): boolean {
  const { notes } = run
  const edited = EDITED.exec(told)?.[1]
  const isDone = edited !== undefined || COMMITTED.test(told)
  if (!isDone && !TOKENS.test(told)) return false
  work(run)
  if (isDone) run.done = { told, at: notes.item }
  if (edited !== undefined) notes.file(edited)
  else if (isDone) notes.action(told)
  else notes.cost(Number(SESSION_COST.exec(told)?.[1] ?? Number.NaN))
  return true
}

function readTrouble(notes: Notes, told: string, attempts: number): (() => void) | null {
  const retrying = RETRYING.exec(told)
  if (retrying !== null) {
    const retry = { attempt: attempts + 1, delayMs: Number(retrying[1]) * 1000 }
    return notes.add({ source: 'declared', what: 'provider-error', message: told, detail: { retry } })
  }
  const litellm = LITELLM.test(told) ? readLitellmError(told) : null
  if (litellm !== null) return notes.add({ source: 'declared', message: told, ...litellm })
  if (INTERRUPTED.test(told)) return notes.add({ source: 'declared', what: 'interrupt', message: told })
  const what = meaningOf(FORMS, told)
  return what === undefined ? null : notes.add({ source: 'declared', what, message: told })
}

function readRest(notes: Notes, told: string): LineRole {
  const model = MODEL.exec(told)?.[1]
  if (model !== undefined) notes.model(model)
  return model !== undefined || ADVICE.test(told) || VERSION.test(told) ? 'taken' : 'free'
}
