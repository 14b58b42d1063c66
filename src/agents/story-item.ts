/**
 * The course of a run in an agent's output. Each agent declares how its own format is read. The items are only shown.
 * No decision depends on them.
 */
import type { JsonObject } from '../signals/bytes/records.ts'
import { list, number, object, text } from '../signals/json.ts'

/**
 * `prompt`: what the agent was asked. `words`: what it said. `thought`: its reasoning. `compaction`: it shortened
 * the conversation. `output`: text whose author is not known.
 */
export const textKinds = [
  'prompt',
  'words',
  'thought',
  'error',
  'retry',
  'compaction',
  'notice',
  'output',
] as const

export type StoryItem = (
  | {
      readonly kind: (typeof textKinds)[number]
      readonly text: string
      /** The text continues the previous item if that has the same kind: on a new line or on the same line. */
      readonly joins?: 'line' | 'text'
    }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly isError: boolean }
  /** What the turn cost. */
  | { readonly kind: 'usage'; readonly costUsd?: number | undefined; readonly tokens?: number | undefined }
  /** A turn begins. Formats without it begin one with the first words after a result. */
  | { readonly kind: 'turn' }
) & {
  /** Milliseconds since 1970, if the format has times. */
  readonly atMs?: number | undefined
  /** The id of the model's answer. Items with the same id are one turn. */
  readonly answer?: string
}

/** Reads one output in order. It is created for each output, because a format may depend on earlier lines. */
export type StoryTeller = {
  /** Null if the record is not from this agent. */
  readonly record?: (record: JsonObject) => readonly StoryItem[] | null
  readonly line?: (line: string) => readonly StoryItem[]
}

export const say = (kind: 'words' | 'thought' | 'prompt', said: string): readonly StoryItem[] =>
  said.trim() === '' ? [] : [{ kind, text: said }]

/** One line of a text. It continues the previous lines of the same kind. */
export const sayLine = (line: string, kind: (typeof textKinds)[number] = 'words'): readonly StoryItem[] => [
  { kind, text: line, joins: 'line' },
]

export const callOf = (id: unknown, tool: unknown, input: unknown): StoryItem => ({
  kind: 'call',
  id: text(id),
  tool: text(tool),
  input: object(input),
})

export const resultOf = (id: unknown, told: unknown, isError: boolean): StoryItem => ({
  kind: 'result',
  id: text(id),
  text: resultText(told),
  isError,
})

/** A part of a message in the format of Anthropic's API, which several agents keep. */
export function partItems(part: JsonObject): readonly StoryItem[] {
  switch (part['type']) {
    case 'text':
      return say('words', text(part['text']))
    case 'thinking':
      return say('thought', text(part['thinking']))
    case 'tool_use':
      return [callOf(part['id'], part['name'], part['input'])]
    case 'tool_result':
      return [resultOf(part['tool_use_id'], part['content'], part['is_error'] === true)]
    default:
      return []
  }
}

/** What the agent used, if it says so. */
export const usageOf = (tokens: unknown): readonly StoryItem[] => {
  const told = number(tokens)
  return told === undefined ? [] : [{ kind: 'usage', tokens: told }]
}

/** A call that the agent prints as text. */
export const shownCall = (tool: string, command: string): StoryItem => callOf('', tool, { command })

/** A line of a tool's output that the agent prints as text. */
export const resultLine = (line: string, isError = false): StoryItem => resultOf('', `${line}\n`, isError)

export const sayError = (said: string): readonly StoryItem[] =>
  said.trim() === '' ? [] : [{ kind: 'error', text: said }]

/** `2026-11-12T04:01:31Z`, or milliseconds or seconds since 1970. */
function instantMs(value: unknown): number | undefined {
  const told = number(value)
  const ms = told === undefined ? Date.parse(text(value)) : told > 1e11 ? told : told * 1000
  // A Date cannot represent a larger number.
  return Math.abs(ms) < 8e15 ? ms : undefined
}

/** The items with the time of their record, if it has one. */
export function allAt(items: readonly StoryItem[], time: unknown): readonly StoryItem[] {
  const atMs = instantMs(time)
  return atMs === undefined ? items : items.map((item) => ({ ...item, atMs }))
}

export const SHORTENED: StoryItem = { kind: 'compaction', text: 'The conversation was shortened.' }

/** The text of a tool's result, which most formats give as a string, as parts, or as an object. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return list(value).map(partText).filter(Boolean).join('\n')
  const { output, content, text: said, stdout, message } = object(value)
  const told = [output, content, said, stdout, message].find((one) => one !== undefined)
  if (told !== undefined) return resultText(told)
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

const partText = (part: unknown): string => {
  if (typeof part === 'string') return part
  const { type, text: said } = object(part)
  return text(said) || (type === 'image' ? '[an image]' : resultText(object(part)['content'] ?? ''))
}
