import { MaydayError, UsageError } from '../errors.ts'
import { noteDecision } from '../record/decisions.ts'
import { statusThatCounts } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { redact } from '../secrets/secrets.ts'

export type PersonsAnswer = { readonly note: string | null; readonly closes: boolean; readonly at: Date }

/** Records that a person has seen an escalation, or that its cause is gone. */
export function answerEscalation(
  number: number,
  { note, closes, at }: PersonsAnswer,
  store: Store,
): EscalationRecord {
  findEscalation(number, store)
  const isOpen = store.acknowledge(number, note === null ? null : redact(note), at.toISOString())
  if (!isOpen)
    throw new UsageError(
      `Escalation ${number} is already closed. If its cause returns, a new escalation is raised.`,
    )
  if (closes) store.closeEscalation(number, at.toISOString())
  const answered = findEscalation(number, store)
  if (closes && answered.task !== null) leaveEscalated(answered.task, at, store)
  const { key, raisedAt } = answered
  const said = { note: note === null ? null : redact(note), closes, at: at.toISOString() }
  noteDecision({ kind: 'answer', escalation: number, key, raisedAt, ...said }, { store })
  return answered
}

/** A person says that the wait is over. False if the gate is already open. */
export function openGateByHand(key: string, at: Date, store: Store): boolean {
  const isOpened = store.openGate(key)
  if (isOpened) noteDecision({ kind: 'open-gate', key, at: at.toISOString() }, { store })
  return isOpened
}

/**
 * A task without open escalations takes the status of its last run. A task that never ran is skipped. To try it again,
 * a person uses `retry`.
 */
function leaveEscalated(task: number, at: Date, store: Store): void {
  if (store.escalations().some((one) => one.task === task && one.state !== 'closed')) return
  const last = store.runsOf(task).at(-1)
  const isCanceled = last !== undefined && statusThatCounts(last) === 'canceled'
  const to = last === undefined ? 'skipped' : isCanceled ? 'canceled' : 'failed'
  store.tryMove(task, 'close', { at: at.toISOString(), to })
}

/** Returns the escalation, or throws an error that says where to look. */
export function findEscalation(number: number, store: Store | null): EscalationRecord {
  const found = store?.escalation(number) ?? null
  if (found !== null) return found
  throw new MaydayError(
    'UNKNOWN_ESCALATION',
    `There is no escalation ${number}. List them: mayday escalations --all`,
  )
}
