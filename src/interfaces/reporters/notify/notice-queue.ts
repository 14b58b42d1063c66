/**
 * Notices that wait to be sent. They are in the store, so that none is lost in quiet hours, at the limit, or while a
 * service is down.
 *
 * Q1 Every change is a compare-and-set, so that only one of several processes sends a notice.
 * Q2 One cause is one notice. A second notice with the same key replaces the first, and is not sent again within an hour.
 * Q3 The queue is bounded.
 */
import * as v from 'valibot'
import { digestOf, noticeKinds, type Notice } from '../../../recovery/notices.ts'
import type { Store } from '../../../record/store.ts'
import { HOUR_MS } from '../../../record/duration.ts'

const LEASE = 'notify:queue'
const MOST_KEPT = 50
/** More notices at once become one message. */
const MOST_AT_ONCE = 3
/** A notice that fails more often than this is dropped. */
const MOST_TRIES = 5
/** How often a change is tried again if another process was faster. */
const MOST_RACES = 20

const noticeSchema = v.object({
  kind: v.picklist(noticeKinds),
  key: v.string(),
  escalations: v.array(v.number()),
  title: v.string(),
  text: v.string(),
  tries: v.number(),
})

const keptSchema = v.object({
  waiting: v.array(noticeSchema),
  /** Causes that were reported, and when. */
  sent: v.array(v.object({ key: v.string(), at: v.number() })),
  /** When a message went out. */
  messages: v.array(v.number()),
  gates: v.record(v.string(), v.string()),
})

export type Waiting = v.InferOutput<typeof noticeSchema>
export type Kept = v.InferOutput<typeof keptSchema>

const EMPTY: Kept = { waiting: [], sent: [], messages: [], gates: {} }

/** An unreadable queue counts as empty. Everything in it is also in the record. */
export function readKept(store: Store): { readonly kept: Kept; readonly raw: string | null } {
  const raw = store.lease(LEASE)
  try {
    const { success, output } = v.safeParse(keptSchema, JSON.parse(raw ?? 'null'))
    return { kept: success ? output : EMPTY, raw }
  } catch {
    // Damaged: the escalations themselves are in their table.
    return { kept: EMPTY, raw }
  }
}

/** Q1. Null if other processes were always faster. */
export function changeKept<T>(store: Store, change: (kept: Kept) => readonly [Kept, T]): T | null {
  for (let race = 0; race < MOST_RACES; race += 1) {
    const { kept, raw } = readKept(store)
    const [next, answer] = change(kept)
    const text = JSON.stringify({ ...next, waiting: next.waiting.slice(-MOST_KEPT) })
    if (text === raw || store.claimLease(LEASE, raw, text)) return answer
  }
  return null
}

/** Q2, Q3. */
export const enqueued = (kept: Kept, notices: readonly Notice[], nowMs: number): Kept => {
  const fresh = notices.filter(({ kind, key }) => kind === 'person' || !wasSent(kept, key, nowMs))
  const keys = new Set(fresh.map(({ key }) => key))
  return {
    ...kept,
    waiting: [
      ...kept.waiting.filter(({ key }) => !keys.has(key)),
      ...new Map(fresh.map((notice) => [notice.key, toWaiting(notice)])).values(),
    ],
  }
}

const toWaiting = (notice: Notice): Waiting => ({ ...notice, escalations: [...notice.escalations], tries: 0 })

const wasSent = ({ sent }: Kept, key: string, nowMs: number): boolean =>
  sent.some((one) => one.key === key && nowMs - one.at < HOUR_MS)

/** The notices to send now. Too many become one message. If the limit of the hour is reached, none is sent. */
export function taken(kept: Kept, perHour: number, nowMs: number): readonly [Kept, readonly Waiting[]] {
  const isRecent = (at: number): boolean => nowMs - at < HOUR_MS
  const sent = kept.sent.filter(({ at }) => isRecent(at))
  const messages = kept.messages.filter(isRecent)
  const { waiting } = kept
  const room = perHour - messages.length
  if (waiting.length === 0 || room <= 0) return [{ ...kept, sent, messages }, []]
  const isFew = waiting.length <= Math.min(room, MOST_AT_ONCE)
  const taking = isFew ? waiting : [toWaiting(digestOf(waiting))]
  return [
    {
      ...kept,
      waiting: [],
      sent: [...sent, ...waiting.map(({ key }) => ({ key, at: nowMs }))],
      messages: [...messages, ...taking.map(() => nowMs)],
    },
    taking,
  ]
}

/** Puts a notice back; false if it was tried too often. */
export const putBack = (kept: Kept, notice: Waiting): readonly [Kept, boolean] =>
  notice.tries + 1 >= MOST_TRIES
    ? [kept, false]
    : [{ ...kept, waiting: [{ ...notice, tries: notice.tries + 1 }, ...kept.waiting] }, true]
