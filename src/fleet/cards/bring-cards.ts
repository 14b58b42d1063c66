/** The card writer: writes what happened on the fleet into the cards of this checkout. */
import type { Project } from '../../record/project.ts'
import { bringCard } from '../../scheduling/card-events.ts'
import { worksInside } from '../harmless.ts'
import type { Fleet } from '../port.ts'

/** Does nothing on a node that is not the card writer. */
export async function bringCards(
  fleet: Fleet,
  node: string,
  project: Pick<Project, 'root' | 'record'>,
): Promise<void> {
  const writer = await fleet.cardWriter()
  if (writer === null || writer.node !== node || writer.pending === 0) return
  await fleet.writeCards(writer, (card, events) =>
    worksInside({ cwd: card }) && card.endsWith('.md')
      ? bringCard(card, events, project)
      : `${card} is not a card of this project.`,
  )
}
