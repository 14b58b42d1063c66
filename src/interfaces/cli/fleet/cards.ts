import { bringCards } from '../../../fleet/cards/bring-cards.ts'
import { findProject } from '../../../record/project.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { FleetScreen } from './fleet-screen.ts'
import { openMembersFleet, requireMember } from './open-copy.ts'

/** Which node writes the cards. With `take` it is this one from now on. */
export async function showCardWriter(take: boolean, screen: FleetScreen): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const member = requireMember(project)
  await using fleet = await openMembersFleet(member)
  if (take) await fleet.beCardWriter(member.node, true)
  await bringCards(fleet, member.node, project)
  const writer = await fleet.cardWriter()
  const isHere = writer?.node === member.node
  return screen.answer({ writer: writer?.name ?? null, isHere, ...pendingOf(writer) }, () =>
    writer === null
      ? 'No card was enqueued yet. The node that enqueues the first one writes the cards, in its checkout.\n'
      : `Node ${writer.name} writes the cards, in its checkout${isHere ? ', which is this one' : ''}. ${waiting(writer)}${isHere ? '' : '\nTo write them here from now on: mayday fleet cards --take'}\n`,
  )
}

type Writer = Awaited<ReturnType<Awaited<ReturnType<typeof openMembersFleet>>['cardWriter']>>

const pendingOf = (writer: Writer): { pending: number; problem: string | null } => ({
  pending: writer?.pending ?? 0,
  problem: writer?.problem ?? null,
})

const waiting = ({ pending, problem }: NonNullable<Writer>): string =>
  pending === 0
    ? 'All lines are written.'
    : `${countOf(pending, 'line is', 'lines are')} still to be written${problem === null ? '.' : `: ${problem}`}`
