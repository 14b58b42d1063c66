import { MaydayError } from '../../../errors.ts'
import { hasJoined } from '../../../record/joined-fleet.ts'
import { findProject } from '../../../record/project.ts'

const isOnFleet = (): boolean => hasJoined(findProject(process.cwd(), process.env))

/** Otherwise two machines could work on the same task. */
export function refuseTaskOnFleet(task: number): void {
  if (isOnFleet())
    throw new MaydayError(
      'TASK_OF_A_FLEET',
      `Nodes of the fleet run its tasks, so task ${task} is not run here. See: mayday queue`,
    )
}

/** Cards are files of one checkout. The fleet does not copy them to other nodes. */
export function refuseCardOnFleet(): void {
  if (isOnFleet())
    throw new MaydayError(
      'CARDS_NOT_SHARED',
      'Cards do not work on a fleet: each node has a checkout of its own. Add the work as a task: mayday add "…"    Or leave the fleet: mayday fleet leave',
    )
}
