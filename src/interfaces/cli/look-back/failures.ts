import { UsageError } from '../../../errors.ts'
import { findCause, UnknownFailureError } from '../../../views/failure-groups.ts'
import { showFailure } from '../../../views/failure.ts'
import { readFailures } from '../../../views/failures.ts'
import type { Failures } from '../../../views/failures-schema.ts'
import { isRecorded, type ViewContext } from '../../../views/view.ts'
import { readWaits } from '../../../views/waits.ts'
import type { Screen } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { nothingRecorded } from '../record/open-store.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderFailure } from './render-failure.ts'
import { renderFailures } from './render-failures.ts'

export type FailuresAsked = Maybe<'key' | 'note'> & {
  readonly range: Failures['range']
  readonly all: boolean
  readonly ack: boolean
  readonly unack: boolean
}

export async function runFailures(asked: FailuresAsked, screen: Screen): Promise<number> {
  const { key, range, all } = asked
  checkAsked(asked)
  const writes = asked.ack || asked.unack
  using context = await openRecordedQueue({ shared: writes ? 'writes' : 'reads' })
  const view = { nowMs: Date.now(), all, ...screen }
  context.store?.settleCauses()
  if (key !== undefined) {
    if (!isRecorded(context)) throw new UnknownFailureError(key)
    if (writes) await mark(asked, key, context)
    const failure = showFailure(key, context)
    return screen.answer(failure, () => renderFailure(failure, view))
  }
  const escalations = context.store?.escalations().filter(({ state }) => state !== 'closed') ?? []
  const failures = readFailures(range, context, { gates: readWaits(context).gates, escalations })
  return screen.answer(failures, () =>
    context.store === null ? nothingRecorded(context.project) : renderFailures(failures, view),
  )
}

function checkAsked({ key, ack, unack, note }: FailuresAsked): void {
  if (ack && unack) throw new UsageError('--ack and --unack cannot be combined.')
  if ((ack || unack) && key === undefined)
    throw new UsageError('--ack and --unack need the key of a failure: mayday failures KEY --ack')
  if (note !== undefined && !ack)
    throw new UsageError('--note belongs to --ack: mayday failures KEY --ack --note …')
}

type Writing = ViewContext & { readonly ship?: () => Promise<void> }

async function mark({ ack, note }: FailuresAsked, key: string, context: Writing): Promise<void> {
  const { cause } = findCause(key, context.store)
  const at = context.clock.now().toISOString()
  context.store.acknowledgeCause(cause, ack ? { at, note: note ?? null } : null)
  await context.ship?.()
}
