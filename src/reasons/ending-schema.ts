/** How a process ended. A separate file, because what only names an ending checks none. */
import * as v from 'valibot'
import { stopCauses } from './ending.ts'

export const endingSchema = v.variant('kind', [
  v.object({ kind: v.literal('never-started') }),
  /** Mayday stopped it. */
  v.object({ kind: v.literal('stopped'), by: v.picklist(stopCauses) }),
  v.object({ kind: v.literal('signal'), signal: v.string() }),
  /** It is gone and left no exit status. */
  v.object({ kind: v.literal('lost') }),
  v.object({ kind: v.literal('exit'), code: v.pipe(v.number(), v.integer(), v.safeInteger()) }),
  v.object({ kind: v.literal('unknown') }),
])
