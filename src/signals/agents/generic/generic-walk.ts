import type { Notes } from '../../notes.ts'
import type { Story } from './story.ts'

/** One record being read: what was found so far, which bounds what is still looked for. */
export type Walk = {
  readonly notes: Notes
  readonly story: Story
  readonly from: 'record' | 'text'
  readonly told: Set<string>
  nodes: number
  signals: number
}
