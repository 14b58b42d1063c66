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
