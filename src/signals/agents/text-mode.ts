import { MARKER_NEEDLE } from '../markers.ts'
import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import type { LineRole } from './adapter.ts'
import { errorDetail } from './error-detail.ts'

/** How an agent says something of its own in plain text, and what it means. */
export type TextForm = readonly [form: RegExp, what: What]

/** Longer lines are data. */
const LONGEST = 2000

export const formOf = (forms: readonly TextForm[], line: string): What | undefined =>
  line.length > LONGEST ? undefined : forms.find(([form]) => form.test(line))?.[1]

/** Notes a line that the agent itself declares to be its trouble. */
export function declare(notes: Notes, what: What, line: string, resetAt?: string): LineRole {
  notes.add({ source: 'declared', what, message: line, detail: errorDetail(line, { resetAt }) })
  return 'taken'
}

/** Text mode mixes the agent's words with what else was printed: they are an answer, and stay readable. */
export function ownText(notes: Notes, line: string): LineRole {
  if (line.includes(MARKER_NEEDLE)) return 'own'
  notes.words(line)
  return 'free'
}
