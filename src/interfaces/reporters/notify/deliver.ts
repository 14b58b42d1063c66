import { setTimeout as pause } from 'node:timers/promises'
import type { Notice } from '../../../recovery/notices.ts'
import { NotTakenError } from './post.ts'
import type { Target } from './targets.ts'

/** Pauses before the second, third … try. After the last one the notice is kept, and the next command tries again. */
const PAUSES_MS: readonly number[] = [1000, 5000, 15_000]

/** If a service asks for a longer pause, a later command tries again. */
const MOST_PATIENCE_MS = 60_000

export type Delivered =
  | { readonly kind: 'sent' }
  /** `isPassing`: a later try may succeed. */
  | { readonly kind: 'failed'; readonly why: string; readonly isPassing: boolean }

/**
 * Sends a message. Tries again until the service accepts it, refuses it permanently, or no try is left. Never throws.
 */
export async function deliver(
  target: Target,
  notice: Notice,
  signal: AbortSignal,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Delivered> {
  for (let at = 0; ; at += 1) {
    const failed = await sendOnce(target, notice, signal)
    if (failed === null) return { kind: 'sent' }
    const { message: why, isPassing, afterMs } = failed
    const waitMs = Math.max(pausesMs[at] ?? Infinity, afterMs ?? 0)
    if (!isPassing || waitMs > MOST_PATIENCE_MS || !(await waited(waitMs, signal)))
      return { kind: 'failed', why, isPassing }
  }
}

async function sendOnce(target: Target, notice: Notice, signal: AbortSignal): Promise<NotTakenError | null> {
  try {
    await target.send(notice, signal)
    return null
  } catch (error) {
    if (error instanceof NotTakenError) return error
    return new NotTakenError(error instanceof Error ? error.message : String(error), false)
  }
}

/** False if the wait was cut short. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal, ref: false }).catch(() => false)
