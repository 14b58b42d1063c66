import type { JsonObject } from '../../bytes/records.ts'
import type { Notes } from '../../notes.ts'
import type { Shape } from './shape.ts'
import type { Story } from './story.ts'

/** A record, or an object inside it, and what can be read in it. */
export type Found = { readonly record: JsonObject; readonly shape: Shape }

/** One record being read: what was found so far, which bounds what is still looked for. */
export type Walk = {
  readonly notes: Notes
  readonly story: Story
  readonly from: 'record' | 'text'
  /** The whole record. */
  readonly top: JsonObject
  /** What was told: most records tell no more than one thing. */
  firstTold: string | null
  told: Set<string> | null
  nodes: number
  signals: number
}

/** True for the first time that the record tells this. */
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
