import type { Config } from '../../../config/config.ts'
import type { Store } from '../../../record/store.ts'
import { notify } from '../../reporters/notifier.ts'
import { complain } from '../../complain.ts'

/**
 * Sends notifications about new escalations, and reminders about those that are not acknowledged. A failed message is
 * reported.
 */
export async function remind(store: Store, settings: Config['notify']): Promise<void> {
  for (const why of await notify(store, settings, new Date())) complain(why)
}

/** Sends reminders now and then at an interval, and once more when it is disposed. */
export function remindEvery(ms: number, store: Store, settings: Config['notify']): () => Promise<void> {
  let reminding = Promise.resolve()
  const again = (): void => {
    reminding = reminding.then(() => remind(store, settings)).catch(unsaid)
  }
  again()
  const timer = setInterval(again, ms)
  return () => {
    clearInterval(timer)
    again()
    return reminding
  }
}

/** A busy store must not end the work. The next minute tries again. */
const unsaid = (error: unknown): void =>
  complain(`the reminder could not be sent: ${error instanceof Error ? error.message : String(error)}`)
