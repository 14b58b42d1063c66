import { UsageError } from '../../../errors.ts'
import type { Store } from '../../../record/store.ts'
import { openGateByHand } from '../../../recovery/answer-escalation.ts'
import { readWaits, type GateRow, type Waits } from '../../../views/waits.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderOpened, renderWaits } from './render-waits.ts'

export async function runWait(
  { open: key }: { readonly open: string | undefined },
  screen: Screen,
): Promise<number> {
  using context = await openRecordedQueue({ shared: key === undefined ? 'reads' : 'writes' })
  const before = readWaits(context)
  const opened = key === undefined ? null : open(context.store, key, before)
  if (opened !== null) await context.ship?.()
  const waits = opened === null ? before : { ...readWaits(context), opened }
  return screen.answer(waits, () =>
    opened === null ? renderWaits(waits, { nowMs: Date.now(), ...screen }) : renderOpened(opened),
  )
}

function open(store: Store | null, key: string, { gates }: Waits): GateRow {
  const gate = gates.find((one) => one.key === key)
  if (store !== null && gate !== undefined && openGateByHand(key, new Date(), store)) return gate
  if (gates.length === 0) throw new UsageError(`There is no closed gate '${key}': all are open.`)
  throw new UsageError(`There is no closed gate '${key}'. Closed: ${gates.map((one) => one.key).join(', ')}.`)
}
