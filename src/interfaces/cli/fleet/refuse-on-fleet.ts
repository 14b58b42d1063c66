import { MaydayError } from '../../../errors.ts'
import { hasJoined } from '../../../record/joined-fleet.ts'
import { findProject } from '../../../record/project.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { OpenedStore } from '../record/open-store.ts'

const isOnFleet = (): boolean => hasJoined(findProject(process.cwd(), process.env))

/** Otherwise two machines could work on the same task. */
export function refuseTaskOnFleet(task: number): void {
  if (isOnFleet())
    throw new MaydayError(
      'TASK_OF_A_FLEET',
      `Nodes of the fleet run its tasks, so task ${task} is not run here. See: mayday queue`,
    )
}

/** The session of a run is on its node, and only nodes run tasks. */
export function refuseResumeOnFleet(run: string): void {
  if (isOnFleet())
    throw new MaydayError(
      'TASK_OF_A_FLEET',
      `Nodes of the fleet run its tasks, so run ${run} is not resumed here. To run its task again: mayday retry ${run}`,
    )
}

/** The verdicts of all nodes are in the fleet's database. */
export function refuseVerdictsOnFleet(): void {
  if (isOnFleet())
    throw new MaydayError(
      'TASK_OF_A_FLEET',
      'The verdicts of a fleet are not replaced from one node. To see them: mayday rediagnose. To correct one: mayday correct RUN --reason REASON',
    )
}

/** The states of a work tree before and after a run are kept in the repository of its node only. */
export function refuseElsewhere(
  { run, elsewhere }: Pick<OpenedStore, 'elsewhere'> & { readonly run: RunRecord },
  command: 'diff' | 'open',
): void {
  if (elsewhere === undefined) return
  const branch = run.branch === null ? '' : ` The work of its task is on the branch ${run.branch}.`
  throw new MaydayError(
    'WORK_ELSEWHERE',
    `Run ${run.run} ran on node ${elsewhere.node}, and its work was kept there. On that machine: mayday ${command} ${run.run}.${branch}`,
  )
}
