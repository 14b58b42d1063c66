import type { Notes } from '../../notes.ts'
import type { Story } from './story.ts'

/** One record being read: what was found so far, which bounds what is still looked for. */
export type Walk = {
  readonly notes: Notes
  readonly story: Story
  readonly from: 'record' | 'text'
  /** The record announces or carries a part of an answer, which may be empty before its end. */
  readonly partial: boolean
  readonly told: Set<string>
  nodes: number
  signals: number
}
