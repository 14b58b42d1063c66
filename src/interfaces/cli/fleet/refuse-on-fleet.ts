import { MaydayError } from '../../../errors.ts'
import { hasJoined } from '../../../record/joined-fleet.ts'
import { findProject } from '../../../record/project.ts'

/** Cards are files of one checkout. The fleet does not copy them to other nodes. */
export function refuseOnFleet(): void {
  if (hasJoined(findProject(process.cwd(), process.env)))
    throw new MaydayError(
      'CARDS_NOT_SHARED',
      'Cards do not work on a fleet: each node has a checkout of its own. Add the work as a task: mayday add "…"    Or leave the fleet: mayday fleet leave',
    )
}
