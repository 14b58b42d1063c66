import type { Stage } from '../reasons/stages.ts'
import type { Draft, Note } from './drafts.ts'
import { clip, EXCERPT_CHARS, excerptOf, isRecord } from './place.ts'
import { parseReset } from './resets.ts'
import { safeDetail } from './safe-detail.ts'
import type { Detail, Signal } from './signal.ts'

export const MESSAGE_CHARS = 500

export type Surroundings = {
  readonly stage: Stage
  readonly file: string
  /** Relative times in messages count from this moment. */
  readonly now: Date
  /** Redacts secrets. */
  readonly safe: (text: string) => string
}

/**
 * Turns a draft into the public signal. It redacts before it cuts, because half a key is not recognised as a secret.
 */
export function signalOf(draft: Draft, { stage, file, now, safe }: Surroundings): Signal {
  const { note, resolved, line, byteOffset, around, from, before, newSince } = draft
  const context = before === undefined ? undefined : clip(safe(before), EXCERPT_CHARS)
  const message = clip(safe(note.message ?? ''), MESSAGE_CHARS)
  const inRecord = from > 0 || isRecord(around)
  const at = {
    file,
    line,
    byteOffset,
    excerpt: excerptOf(safe(around), from, { inRecord, message }),
    ...(context === undefined ? {} : { before: context }),
  }
  return {
    source: note.source,
    what: note.what,
    stage,
    message,
    // An exit code has no place in the output.
    at: note.source === 'ending' ? null : at,
    specific: note.specific ?? note.what !== 'failure',
    resolved,
    ...(newSince === undefined ? {} : { newSince }),
    detail: safeDetail(withReset(note, now), safe),
  }
}

/** The message of a limit often says in words when the limit ends. */
function withReset({ what, message = '', detail = {} }: Note, now: Date): Detail {
  if ((what !== 'usage-limit' && what !== 'provider-error') || detail.resetAt !== undefined) return detail
  const reset = parseReset(message, now)
  return reset === null ? detail : { ...detail, resetAt: reset.at.toISOString() }
}
