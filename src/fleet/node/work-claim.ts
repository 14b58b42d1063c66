/** Works on one claim, from its capsule to its outcome. The attempt uses the same code as on a single machine. */
import { isDiskTrouble } from '../../record/disk-error.ts'
import { LiveRunError, TakenOverError } from '../../record/store-errors.ts'
import type { TaskStatus } from '../../record/task-states.ts'
import { giveUp } from '../../scheduling/give-up.ts'
import { runTask } from '../../scheduling/run-task.ts'
import type { TaskContext } from '../../scheduling/task-context.ts'
import { TaskBusyError } from '../../scheduling/task-lease.ts'
import { choicesFor, needsOf, type NodeAbilities } from '../needs.ts'
import type { Claim, Outcome } from '../port.ts'
import { crashPoint } from '../../supervision/crash-point.ts'
import { worksInside } from '../harmless.ts'
import { taskRecordOfImage } from '../task-image.ts'
import { putCapsule, readOutcome } from './capsule.ts'

/** The interval at which a run of another process is checked. */
const LOOK_EVERY_MS = 250

export type ClaimedWork = {
  readonly claim: Claim
  readonly claimedAt: Date
  /** True if the capsule is already in the store. The attempt may have started too. */
  readonly hasBegun: boolean
}

export type WorkContext = Omit<TaskContext, 'accounts' | 'usedAgent' | 'isPaced'> & {
  readonly abilities: NodeAbilities
  readonly isBusy: (task: number) => boolean
  readonly ownTrees: boolean
  /** Called when the capsule is in the store. */
  readonly onPut: () => void
  /** Takes care of a run whose supervisor is gone. */
  readonly startAdopter: () => void
}

export async function workOnClaim(
  { claim, claimedAt, hasBegun }: ClaimedWork,
  context: WorkContext,
): Promise<Outcome> {
  const { store, clock, abilities, isBusy } = context
  const choices = choicesOf(claim, abilities)
  const gateKeys = new Set(choices.flatMap(({ gates }) => gates))
  if (!hasBegun) {
    putCapsule(claim, store, { now: clock.now(), gateKeys, isBusy, ownTrees: context.ownTrees })
    context.onPut()
    crashPoint('fleet capsule put')
  }
  if (!choices.some(({ agent, account }) => agent === claim.agent && account === claim.account))
    return readOutcome(claim, store, {
      now: clock.now(),
      status: refuse(claim, context),
      gateKeys,
      claimedAt,
    })
  const accounts = Object.fromEntries(choices.map(({ agent, account }) => [agent, account]))
  const status = await attempt(claim, { ...context, accounts, usedAgent: claim.agent, isPaced: true })
  return readOutcome(claim, store, { now: clock.now(), status, gateKeys, claimedAt })
}

/** Whoever wrote the task said less of its needs when it was queued. */
const refuse = ({ task }: Claim, context: WorkContext): TaskStatus =>
  giveUp(task, 'the task asks for something that this node does not allow', context, { seen: 'running' })

function choicesOf({ task, capsule }: Claim, abilities: NodeAbilities): ReturnType<typeof choicesFor> {
  const image = capsule.rows.find(({ table, row }) => table === 'tasks' && row['number'] === task)
  // Labels were the claim's business.
  const record = image === undefined ? null : taskRecordOfImage(image)
  if (record === null || !worksInside(record)) return []
  return choicesFor(needsOf(record, []), abilities)
}

/** Waits for a run that was started before a restart, and then plans the next step here. */
async function attempt(
  { runId, task }: Claim,
  context: TaskContext & Pick<WorkContext, 'startAdopter'>,
): Promise<TaskStatus> {
  for (;;)
    try {
      return (await runTask(task, context, { waits: false, only: runId })).status
    } catch (error) {
      if (isDiskTrouble(error) || error instanceof TakenOverError) throw error
      if (!(error instanceof LiveRunError || error instanceof TaskBusyError))
        return giveUp(task, error, context, { seen: 'running' })
      context.startAdopter()
      await context.clock.nap(LOOK_EVERY_MS, new AbortController().signal)
    }
}
