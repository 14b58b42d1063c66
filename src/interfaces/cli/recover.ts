import { UsageError } from '../../errors.ts'
import { recover, type Recovery } from '../../scheduling/recover.ts'
import { takeByName } from '../../supervision/owners.ts'
import type { RunCommand } from './command.ts'
import { openRecordedQueue, hasStore } from './queue-house.ts'
import { projectConfig } from './project-config.ts'
import { startAdopter } from './start-adopter.ts'
import { renderRecovery } from './render-recovery.ts'
import { shownJson } from '../shown.ts'

const NOTHING: Recovery = {
  ended: [],
  taken: [],
  orphans: 0,
  stuck: [],
  unchecked: [],
  locksCleared: [],
  cardsWritten: [],
  cardsPending: [],
  decisions: { restored: [], unrestored: [] },
  queued: 0,
  deferred: 0,
  waiting: 0,
}

/** After a crash: everything is ended, written, released or taken up again. `work` does it by itself. */
export const runRecover: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `recover takes options only, and got '${args.positionals[0]}'. For one card: mayday reset CARD`,
    )
  // It tells what other commands do in silence.
  const house = await openRecordedQueue(terminal, { reconciles: false, repairs: true })
  try {
    const name = args.text('take')
    if (name !== undefined && hasStore(house)) takeByName(name, house)
    const found = hasStore(house)
      ? await recover(
          { ...house, lessons: (await projectConfig()).lessons },
          house.store.replaced() === null ? 'new' : 'all',
        )
      : NOTHING
    if (house.store?.replaced() !== null) house.store?.forgetReplaced()
    if (found.orphans > 0) startAdopter(house.project)
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.recover/1', ...found }, 2)}\n`
        : renderRecovery(found, terminal),
    )
    return 0
  } finally {
    house.store?.close()
  }
}
