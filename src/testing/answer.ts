import { randomUUID } from 'node:crypto'
import type { TokenUsage } from './script.ts'

/** A call as it goes out: under the name that was offered, with arguments as text. */
export type ToolCall = {
  readonly name: string
  readonly namespace: string | null
  readonly isFreeForm: boolean
  /** JSON, unless it is meant to be broken; of a free-form tool: its text. */
  readonly argumentsText: string
}

/** What the model answers, before an API gives it its form. */
export type Answer = {
  readonly text: string
  readonly call: ToolCall | null
  readonly stop: 'end' | 'tool' | 'length' | 'refusal'
  readonly usage: TokenUsage
}

export const newId = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** As few words as a model sends at once, and at most 64 pieces; no character is torn. */
export function piecesOf(text: string): readonly string[] {
  const size = Math.max(12, Math.ceil(text.length / 64))
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
}

/** The data of an event whose type is its name too. */
export type TypedEvent = { readonly type: string; readonly [field: string]: unknown }

/** One server-sent event with a name. */
export const namedEvent = (data: TypedEvent): string => `event: ${data.type}\n${dataEvent(data)}`

/** One server-sent event without a name. */
export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

/** The arguments as an object; broken JSON cannot be sent where an API wants one. */
export function argumentsOf({ argumentsText }: ToolCall): unknown {
  try {
    return JSON.parse(argumentsText)
  } catch {
    // Only a fault breaks them, and a whole answer has no place for broken arguments.
    return {}
  }
}
