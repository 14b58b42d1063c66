/**
 * Notifies people outside of the terminal about what needs them, and about the results of their tasks.
 *
 * N1 One cause gives one message, whichever process raised it. A compare-and-set decides which process sends it.
 * N2 A notifier that fails is reported and stops nothing.
 * N3 Sending does not delay work. At its end a command waits a few seconds for it. Unsent messages are kept for the next
 * command.
 * N4 Messages are redacted.
 */
import type { Config } from '../../config/config.ts'
import { MaydayError } from '../../errors.ts'
import { isDueAgain } from '../../recovery/escalation.ts'
import { messagesFor } from '../../recovery/notify.ts'
import { gateNotices, noticeKinds, type Notice } from '../../recovery/notices.ts'
import type { Store } from '../../record/store.ts'
import { maskValues, shownText } from '../shown.ts'
import { deliver, type Delivered } from './notify/deliver.ts'
import { changeKept, enqueued, putBack, taken, type Waiting } from './notify/notice-queue.ts'
import { isQuiet } from './notify/quiet-hours.ts'
import { secretsIn, targetsOf, type Target } from './notify/targets.ts'

/** Stores the time up to which all escalations have been sent. */
const TOLD = 'notify:told'

/** N3. */
const LAST_WAIT_MS = 5000

const PER_HOUR = 10

type NotifierOptions = {
  readonly complain: (why: string) => void
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly now?: () => Date
  /** Pauses between the tries of one message. */
  readonly pausesMs?: readonly number[]
  readonly lastWaitMs?: number
}

export class Notifier {
  readonly #store: Store
  readonly #settings: Config['notify']
  readonly #targets: readonly Target[]
  readonly #options: NotifierOptions
  readonly #now: () => Date
  readonly #stop = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(store: Store, settings: Config['notify'], options: NotifierOptions) {
    const { env = process.env } = options
    this.#store = store
    this.#settings = settings
    this.#options = options
    this.#now = options.now ?? (() => new Date())
    maskValues(secretsIn(settings, env))
    this.#targets = targetsOf(settings, env)
  }

  /** Adds a notice, if the config requests it. It is sent at the next look. */
  tell(notices: readonly Notice[]): void {
    const wanted = this.#wanted(notices).map(redacted)
    if (wanted.length === 0) return
    const nowMs = this.#now().getTime()
    changeKept(this.#store, (kept) => [enqueued(kept, wanted, nowMs), null])
  }

  /** Finds what is due, and begins to send what may be sent now. */
  look(): void {
    const now = this.#now()
    raiseAgain(this.#store, now)
    this.tell(newEscalations(this.#store, now))
    if (this.#targets.length === 0) return
    this.#lookAtGates()
    if (isQuiet(this.#settings.quiet, now)) return
    const perHour = this.#settings.perHour ?? PER_HOUR
    const due = changeKept(this.#store, (kept) => taken(kept, perHour, now.getTime())) ?? []
    for (const notice of due) this.#send(notice)
  }

  /** N3. Nothing is sent after this call. */
  async end(): Promise<void> {
    if (this.#sending.size === 0) return
    const late = setTimeout(() => this.#stop.abort(), this.#options.lastWaitMs ?? LAST_WAIT_MS)
    await Promise.all(this.#sending)
    clearTimeout(late)
  }

  #wanted(notices: readonly Notice[]): readonly Notice[] {
    const kinds = this.#settings.kinds ?? noticeKinds
    return this.#targets.length === 0 ? [] : notices.filter(({ kind }) => kinds.includes(kind))
  }

  /** Reported gates are remembered, even if the config requests no notice of them. */
  #lookAtGates(): void {
    const gates = this.#store.gates()
    const nowMs = this.#now().getTime()
    changeKept(this.#store, (kept) => {
      const { notices, told } = gateNotices(kept.gates, gates)
      return [enqueued({ ...kept, gates: told }, this.#wanted(notices).map(redacted), nowMs), null]
    })
  }

  #send(notice: Waiting): void {
    const sending = this.#deliverAll(notice).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async #deliverAll(notice: Waiting): Promise<void> {
    const { pausesMs } = this.#options
    const { tries: _, ...said } = notice
    const done = await Promise.all(
      this.#targets.map((target) => deliver(target, said, this.#stop.signal, pausesMs)),
    )
    const isLost = done.every(({ kind }) => kind === 'failed') && done.some(isPassing)
    const isKept = isLost && this.#putBack(notice)
    done.forEach((one, index) => this.#complain(one, this.#targets[index]?.name ?? '', isKept))
  }

  #putBack(notice: Waiting): boolean {
    try {
      return changeKept(this.#store, (kept) => putBack(kept, notice)) ?? false
    } catch (error) {
      // The store is busy or full. The failure to send is reported anyway.
      if (error instanceof MaydayError) return false
      throw error
    }
  }

  #complain(done: Delivered, name: string, isKept: boolean): void {
    if (done.kind === 'sent') return
    const later = isKept ? '; the next command tries again' : ''
    this.#options.complain(shownText(`a notification could not be sent by ${name}: ${done.why}${later}`))
  }
}

const isPassing = (done: Delivered): boolean => done.kind === 'failed' && done.isPassing

/** N4. */
const redacted = (notice: Notice): Notice => ({
  ...notice,
  title: shownText(notice.title),
  text: shownText(notice.text),
})

/** N1. Escalations since the last notice, and those that nobody has looked at. */
function newEscalations(store: Store, now: Date): readonly Notice[] {
  const told = store.lease(TOLD)
  const messages = messagesFor(store.escalations({}), new Date(told ?? 0))
  if (messages.length === 0 || !store.claimLease(TOLD, told, now.toISOString())) return []
  return messages.map((message) => ({ kind: 'person' as const, ...message }))
}

function raiseAgain(store: Store, now: Date): void {
  for (const escalation of store.escalations({ state: 'open' })) {
    const { key, task, run, cause, detail } = escalation
    if (isDueAgain(escalation, now))
      store.raise({ key, task, run, cause, detail, raisedAt: now.toISOString() })
  }
}
