import { UsageError } from '../errors.ts'
import { isLive, type RunRecord } from '../record/run.ts'
import { LiveRunError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import { kindOf, plainAgain } from '../recovery/again.ts'
import { isSessionId } from '../signals/session-id.ts'

/** The session id of the run. Throws with the reason if the task cannot continue in it. */
export function sessionToResume(run: RunRecord, store: Store): string {
  const task = store.task(run.task)
  if (task === null || task.isImplicit)
    throw new UsageError(
      `Run ${run.run} was ${kindOf(run)}, which has no task to continue. ${plainAgain(run, task)}`,
    )
  const live = store.runsOf(run.task).find(isLive)
  if (live !== undefined) throw new LiveRunError(run.task, live.run)
  if (!isSessionId(run.sessionId))
    throw new UsageError(`Run ${run.run} left no session to resume. Start again: mayday retry ${run.run}`)
  return run.sessionId
}
