import { UsageError } from '../../../errors.ts'
import { readCard } from '../../../cards/read-card.ts'
import { resetCard } from '../../../scheduling/reset-card.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { countOf } from '../../../signals/count-of.ts'
import { askPerson, isPerson } from '../screen/ask-person.ts'
import { oneLine } from '../screen/columns.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { findCard } from '../record/find-card.ts'
import { openQueue } from '../record/queue-context.ts'
import { wrap } from '../screen/style.ts'

/** What a reset leaves, and the one thing that it writes. */
const KEPT = 'Its History gets one more line; its folder, branch, files and logs stay as they are.'

export type ResetAsked = { readonly card: string; readonly yes: boolean; readonly json: boolean }

export async function runReset(
  { card: path, yes, json }: ResetAsked,
  screen: Screen<Answer<'mayday.reset/1'>>,
): Promise<number> {
  using context = await openQueue({ shared: 'writes' })
  const { card } = findCard(path, context)
  const name = oneLine(card.relative)
  const was = statesOf(readCard(card.absolute))
  if (!yes) {
    if (json || !isPerson(screen))
      throw new UsageError(
        `reset sets ${name} from ${was} to idle and releases its locks, and without a terminal it cannot ask first. ${KEPT} To do it: ${shellWords(['mayday', 'reset', path, '--yes'])}`,
      )
    screen.out(
      `${wrap(`This sets ${name} from ${was} to idle and releases its locks. ${KEPT}`, screen.columns)}\n`,
    )
    if (!(await askPerson(screen, 'Reset it?'))) {
      screen.out('Nothing changed.\n')
      return 0
    }
  }
  const { before, released } = resetCard(card.absolute, context)
  await context.ship?.()
  return screen.answer(
    { card: card.relative, before, released },
    () =>
      `${name} is idle again${released.length === 0 ? '' : `, and ${countOf(released.length, 'lock is', 'locks are')} released`}. Start it again: ${shellWords(['mayday', 'enqueue', path, '--flow', before.flow ?? 'implement'])}\n`,
  )
}

const statesOf = ({ agentStatus, agentFlow }: ReturnType<typeof readCard>): string =>
  `${oneLine(agentStatus ?? 'no status')}${agentFlow === null ? '' : ` (${oneLine(agentFlow)})`}`
