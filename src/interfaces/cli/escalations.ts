import { UsageError } from '../../errors.ts'
import type { RunCommand } from './command.ts'
import { openRecorded } from './open-store.ts'
import { renderEscalations } from './render-escalations.ts'
import { shownJson } from '../shown.ts'

export const runEscalations: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `escalations takes options only, and got '${args.positionals[0]}'. To answer one: mayday ack 3 --note "on it"`,
    )
  const { colour, columns } = terminal
  const isAll = args.flag('all')
  const { store } = await openRecorded(terminal)
  const found = (store?.escalations() ?? []).filter(({ state }) => isAll || state !== 'closed')
  store?.close()
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.escalations/1', escalations: found }, 2)}\n`
      : renderEscalations(found, { nowMs: Date.now(), colour, columns }),
  )
  return 0
}
