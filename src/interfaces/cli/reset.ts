import { UsageError } from '../../errors.ts'
import { readCard } from '../../cards/read-card.ts'
import { resetCard } from '../../scheduling/reset-card.ts'
import { shellWords } from '../../supervision/shell-words.ts'
import { countOf } from '../../signals/count-of.ts'
import { askPerson, isPerson } from './ask-person.ts'
import { oneLine } from './columns.ts'
import type { RunCommand } from './command.ts'
import { cardArgument, findCard } from './named-work.ts'
import { openQueue } from './queue-house.ts'
import { wrap } from './style.ts'
import { shownJson } from '../shown.ts'

/** What a reset leaves, and the one thing that it writes. */
const KEPT = 'Its History gets one more line; its folder, branch, files and logs stay as they are.'

export const runReset: RunCommand = async (args, terminal) => {
  const path = cardArgument(args, 'reset')
  const house = await openQueue(terminal)
  try {
    const { card } = findCard(path, house)
    const name = oneLine(card.relative)
    const was = statesOf(readCard(card.absolute))
    if (!args.flag('yes')) {
      if (args.flag('json') || !isPerson(terminal))
        throw new UsageError(
          `reset sets ${name} from ${was} to idle and releases its locks, and there is nobody to ask. ${KEPT} To do it: ${shellWords(['mayday', 'reset', path, '--yes'])}`,
        )
      terminal.out(
        `${wrap(`This sets ${name} from ${was} to idle and releases its locks. ${KEPT}`, terminal.columns)}\n`,
      )
      if (!(await askPerson(terminal, 'Reset it?'))) {
        terminal.out('Nothing changed.\n')
        return 0
      }
    }
    const { before, released } = resetCard(card.absolute, house)
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.reset/1', card: card.relative, before, released }, 2)}\n`
        : `${name} is idle again${released.length === 0 ? '' : `, and ${countOf(released.length, 'lock is', 'locks are')} released`}. Start it anew: ${shellWords(['mayday', 'enqueue', path, '--flow', before.flow ?? 'implement'])}\n`,
    )
    return 0
  } finally {
    house.store.close()
  }
}

const statesOf = ({ agentStatus, agentFlow }: ReturnType<typeof readCard>): string =>
  `${oneLine(agentStatus ?? 'no status')}${agentFlow === null ? '' : ` (${oneLine(agentFlow)})`}`
