import { randomUUID } from 'node:crypto'
import type { TokenUsage } from './script.ts'

/** A call as it is sent: under the offered name, with arguments as text. */
export type ToolCall = {
  readonly name: string
  readonly namespace: string | null
  readonly isFreeForm: boolean
  /** JSON, unless it is broken on purpose; for a free-form tool its text. */
  readonly argumentsText: string
}

/** The answer of the model, before an API formats it. */
export type Answer = {
  readonly text: string
  readonly call: ToolCall | null
  readonly stop: 'end' | 'tool' | 'length' | 'refusal'
  readonly usage: TokenUsage
}

export const newId = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** Splits text into words as a model streams them, with at most 64 pieces. No character is split. */
export function piecesOf(text: string): readonly string[] {
  const size = Math.max(12, Math.ceil(text.length / 64))
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
}

/** The data of an event whose name is its type. */
export type TypedEvent = { readonly type: string; readonly [field: string]: unknown }

/** One server-sent event with a name. */
export const namedEvent = (data: TypedEvent): string => `event: ${data.type}\n${dataEvent(data)}`

/** One server-sent event without a name. */
export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

/** The arguments as an object. Broken JSON cannot be sent if an API requires an object. */
export function argumentsOf({ argumentsText }: ToolCall): unknown {
  try {
    return JSON.parse(argumentsText)
  } catch {
    // Only a fault breaks the arguments, and an answer that is not streamed cannot contain broken ones.
    return {}
  }
}
