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
  /** The moment from which relative times in messages count. */
  readonly now: Date
  /** Redacts. */
  readonly safe: (text: string) => string
}

/** A draft as everybody else sees it: redacted first, then cut, because half a key looks like no key. */
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
    // An exit code stands nowhere in the output.
    at: note.source === 'ending' ? null : at,
    specific: note.specific ?? note.what !== 'failure',
    resolved,
    ...(newSince === undefined ? {} : { newSince }),
    detail: safeDetail(withReset(note, now), safe),
  }
}

/** A limit's message often tells when it ends, in words. */
function withReset({ what, message = '', detail = {} }: Note, now: Date): Detail {
  if ((what !== 'usage-limit' && what !== 'provider-error') || detail.resetAt !== undefined) return detail
  const reset = parseReset(message, now)
  return reset === null ? detail : { ...detail, resetAt: reset.at.toISOString() }
}
