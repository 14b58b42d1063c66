import { UsageError } from '../../../errors.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import { whyPoisoned } from '../../../recovery/session.ts'
import { isSessionId } from '../../../signals/session-id.ts'
import type { AgentProfile } from '../../../supervision/profiles/profile.ts'

/** A run whose session can be resumed. */
export type Resumable = RunRecord & { readonly agent: string; readonly sessionId: string }

/** The run, or an error that says why its session cannot be resumed. */
export function resumable(run: RunRecord, store: Store, named: string | undefined): Resumable {
  const { agent, sessionId } = run
  refuseBusy(run, store)
  if (agent === null || !isSessionId(sessionId))
    throw new UsageError(`Run ${run.run} has no known session. ${startAnew(named ?? agent)}`)
  if (named !== undefined && named !== agent)
    throw new UsageError(
      `Run ${run.run} was ${agent}'s, and ${named} cannot resume its session. Omit --agent.`,
    )
  const ofSession = store.runsOf(run.task).filter((one) => one.sessionId === sessionId)
  const why = whyPoisoned(ofSession.at(-1) ?? run, { before: ofSession.at(-2), now: new Date() })
  if (why !== null) throw new UsageError(`The session of run ${run.run} ${why}. ${startAnew(agent)}`)
  return { ...run, agent, sessionId }
}

/** A task has its own loop, and a session can have only one run at a time. */
function refuseBusy(run: RunRecord, store: Store): void {
  const task = store.task(run.task)
  if (task !== null && !task.isImplicit)
    throw new UsageError(
      `Run ${run.run} belongs to task ${run.task}. Continue that task: mayday resume ${run.run}`,
    )
  const live = store.runsOf(run.task).find(isLive)
  if (live !== undefined)
    throw new UsageError(
      `Run ${live.run} is still running. Wait for it, or end it first: mayday cancel ${live.run}`,
    )
}

const startAnew = (agent: string | null): string =>
  `Start a new run: mayday run --agent ${agent ?? 'claude'} "what to do"`

/** The agent's command line has no place for a session. */
export const refuseToResume = ({ run, agent }: Resumable, profile: AgentProfile | null): UsageError =>
  new UsageError(
    profile?.canResume === true
      ? `The command of ${agent} in mayday.yaml keeps no sessions, so run ${run} cannot continue. ${startAnew(agent)}`
      : `${agent} cannot resume a session, so run ${run} cannot continue. ${startAnew(agent)}`,
  )
