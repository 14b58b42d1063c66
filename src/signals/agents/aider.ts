/**
 * Reads aider's chat history (`#### ` what the user said, `> ` what aider said, the rest the model's words)
 * and what it prints in a terminal, where its own messages stand without a sign.
 */
import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import type { AgentAdapter, AgentReader, LineRole } from './adapter.ts'
import { readLitellmError } from './litellm.ts'

const STARTED = /^# aider chat started at \d{4}-/
const VERSION = /^(?:> )?Aider v\d+\.\d+/
const TOKENS = /^Tokens: [\d.,]+[kM]? sent, .*received\b/
const SESSION_COST = /\$([\d.]+) session\b/
const MODEL = /^(?:Main model|Model): (\S+) with /
const EDITED = /^(?:Applied edit to|Created new file|Added) (\S.*)$/
const COMMITTED = /^Commit [0-9a-f]{7,40} /
const LITELLM = /^(?:litellm\.|openai\.)?(?:[A-Z]\w+Error|Timeout): |^litellm\./
const RETRYING = /^Retrying in ([\d.]+) seconds/
const INTERRUPTED = /^(?:\^C again to exit|\^C KeyboardInterrupt|\^C$|Interrupted\b|KeyboardInterrupt\b)/
const ADVICE = /^The API provider\b/

const FORMS: readonly (readonly [RegExp, What])[] = [
  [/^Model \S+ has hit a token limit!|^Your estimated chat context of .* exceeds/, 'context-full'],
  [/^Only \d+ reflections allowed, stopping/, 'gave-up'],
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

export const aider: AgentAdapter = {
  name: 'aider',
  title: 'Aider',
  recognisesLine: (line) => STARTED.test(line) || VERSION.test(line) || TOKENS.test(line.replace(/^> /, '')),
  open: readAider,
}

function readAider(notes: Notes): AgentReader {
  let isHistory = false
  let attempts = 0
  let done: string | null = null
  let open: (() => void)[] = []
  const work = (): void => {
    attempts = 0
    notes.progress()
    for (const moot of open) moot()
    open = []
  }
  const message = (told: string): LineRole => {
    const edited = EDITED.exec(told)?.[1]
    if (edited !== undefined || COMMITTED.test(told)) {
      work()
      done = told
      if (edited === undefined) notes.action(told)
      else notes.file(edited)
      return 'taken'
    }
    if (TOKENS.test(told)) {
      work()
      notes.cost(Number(SESSION_COST.exec(told)?.[1] ?? Number.NaN))
      return 'taken'
    }
    const trouble = readTrouble(notes, told, attempts)
    if (trouble === null) return readRest(notes, told)
    attempts += RETRYING.test(told) ? 1 : 0
    open.push(trouble)
    if (!RETRYING.test(told)) done = null
    return 'taken'
  }
  const line = (raw: string): LineRole => {
    if (STARTED.test(raw)) {
      isHistory = true
      work()
      done = null
      return 'taken'
    }
    const own = raw.startsWith('> ') || raw === '>'
    isHistory ||= own && (VERSION.test(raw) || TOKENS.test(raw.slice(2)))
    if (raw.startsWith('#### ')) {
      done = null
      work()
      return 'fenced'
    }
    if (own) return isOwnMessage(raw, isHistory) ? message(raw.slice(2).trim()) : 'fenced'
    if (!isHistory) {
      const role = message(raw)
      if (role !== 'free') return role
    }
    return raw === '' ? 'taken' : 'own'
  }
  return {
    line,
    end: () => {
      if (done !== null && open.length === 0) notes.success(done, done, 'declared')
    },
  }
}

/** In a terminal the same sign stands before what the user typed. */
const isOwnMessage = (raw: string, isHistory: boolean): boolean => isHistory || VERSION.test(raw)

function readTrouble(notes: Notes, told: string, attempts: number): (() => void) | null {
  const retrying = RETRYING.exec(told)
  if (retrying !== null) {
    const retry = { attempt: attempts + 1, delayMs: Number(retrying[1]) * 1000 }
    return notes.add({ source: 'declared', what: 'provider-error', message: told, detail: { retry } })
  }
  const litellm = LITELLM.test(told) ? readLitellmError(told) : null
  if (litellm !== null) return notes.add({ source: 'declared', message: told, ...litellm })
  if (INTERRUPTED.test(told)) return notes.add({ source: 'declared', what: 'interrupt', message: told })
  const form = FORMS.find(([one]) => one.test(told))
  return form === undefined ? null : notes.add({ source: 'declared', what: form[1], message: told })
}

function readRest(notes: Notes, told: string): LineRole {
  const model = MODEL.exec(told)?.[1]
  if (model !== undefined) notes.model(model)
  return model !== undefined || ADVICE.test(told) || VERSION.test(told) ? 'taken' : 'free'
}
