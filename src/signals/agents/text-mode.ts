import { meaningOf, type Form } from '../forms.ts'
import { MARKER_NEEDLE } from '../markers.ts'
import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import type { LineRole } from '../agent-reader.ts'
import { errorDetail } from './error-detail.ts'

/** Longer lines are data. */
const LONGEST = 2000

export const formOf = (forms: readonly Form[], line: string): What | undefined =>
  line.length > LONGEST ? undefined : meaningOf(forms, line)

/** A message without the bullet that a terminal interface puts before it. */
export const withoutBullet = (line: string): string => line.replace(/^\s{0,8}[⎿●⏺│└•]\s{0,4}/, '')

/** Notes a line in which the agent itself reports its problem. */
export function declare(notes: Notes, what: What, line: string, resetAt?: string): LineRole {
  notes.add({ source: 'declared', what, message: line, detail: errorDetail(line, { resetAt }) })
  return 'taken'
}

/**
 * In text mode, the agent's words and other output are mixed. The words count as an answer, and tools may still read
 * them.
 */
export function ownText(notes: Notes, line: string): LineRole {
  if (line.includes(MARKER_NEEDLE)) return 'own'
  notes.words(line)
  return 'free'
}
