import type { JsonObject } from '../../bytes/records.ts'
import type { Notes } from '../../notes.ts'
import type { Shape } from './shape.ts'
import type { Story } from './story.ts'

/** A record, or an object inside it, with its shape. */
export type Found = { readonly record: JsonObject; readonly shape: Shape }

/** The record that is being read. The findings so far limit what is searched next. */
export type Walk = {
  readonly notes: Notes
  readonly story: Story
  readonly from: 'record' | 'text'
  /** The whole record. */
  readonly top: JsonObject
  /** The first message that was noted. Most records have only one. */
  firstTold: string | null
  told: Set<string> | null
  nodes: number
  signals: number
}

/** Is this message new for the record? */
export function isNews(walk: Walk, message: string): boolean {
  if (walk.firstTold === null) {
    walk.firstTold = message
    return true
  }
  if (message === walk.firstTold || walk.told?.has(message) === true) return false
  walk.told ??= new Set()
  walk.told.add(message)
  return true
}
