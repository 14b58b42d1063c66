import type { Config } from '../../../config/config.ts'
import type { Store } from '../../../record/store.ts'
import { notify } from '../../reporters/notifier.ts'
import { complain } from '../../complain.ts'

/** Tells people what needs them, and again what nobody has looked at. A message that could not be sent is said. */
export async function remind(store: Store, settings: Config['notify']): Promise<void> {
  for (const why of await notify(store, settings, new Date())) complain(why)
}

/** Now, then every so often; the end of it reminds a last time. */
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

/** A store that is busy must not end the work; the next minute tries again. */
const unsaid = (error: unknown): void =>
  complain(`nobody could be reminded: ${error instanceof Error ? error.message : String(error)}`)
