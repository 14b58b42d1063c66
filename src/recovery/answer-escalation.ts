import { MaydayError, UsageError } from '../errors.ts'
import { noteDecision } from '../record/decisions.ts'
import { statusThatCounts } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { redact } from '../secrets/secrets.ts'

export type PersonsAnswer = { readonly note: string | null; readonly closes: boolean; readonly at: Date }

/** A person has seen it, or says that its cause is gone. */
export function answerEscalation(
  number: number,
  { note, closes, at }: PersonsAnswer,
  store: Store,
): EscalationRecord {
  findEscalation(number, store)
  const isOpen = store.acknowledge(number, note === null ? null : redact(note), at.toISOString())
  if (!isOpen)
    throw new UsageError(
      `Escalation ${number} is closed already. If its cause comes back it is raised under a new number.`,
    )
  if (closes) store.closeEscalation(number, at.toISOString())
  const answered = findEscalation(number, store)
  if (closes && answered.task !== null) leaveEscalated(answered.task, at, store)
  const { key, raisedAt } = answered
  const said = { note: note === null ? null : redact(note), closes, at: at.toISOString() }
  noteDecision({ kind: 'answer', escalation: number, key, raisedAt, ...said }, { store })
  return answered
}

/** A person says that what was waited for is over. False where the gate is open. */
export function openGateByHand(key: string, at: Date, store: Store): boolean {
  const isOpened = store.openGate(key)
  if (isOpened) noteDecision({ kind: 'open-gate', key, at: at.toISOString() }, { store })
  return isOpened
}

/**
 * A task that needs nobody any more is as its last run left it, and one that never ran is left undone. Whoever wants it
 * tried again says so.
 */
function leaveEscalated(task: number, at: Date, store: Store): void {
  if (store.escalations().some((one) => one.task === task && one.state !== 'closed')) return
  const last = store.runsOf(task).at(-1)
  const isCanceled = last !== undefined && statusThatCounts(last) === 'canceled'
  const to = last === undefined ? 'skipped' : isCanceled ? 'canceled' : 'failed'
  store.tryMove(task, 'close', { at: at.toISOString(), to })
}

/** It, or one sentence that says where to look. */
export function findEscalation(number: number, store: Store | null): EscalationRecord {
  const found = store?.escalation(number) ?? null
  if (found !== null) return found
  throw new MaydayError(
    'UNKNOWN_ESCALATION',
    `There is no escalation ${number}. See what there is: mayday escalations --all`,
  )
}
