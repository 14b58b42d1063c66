import { isUnknown } from '../../../reasons/reason.ts'
import type { LoadedConfig } from '../../../config/load-config.ts'
import type { Project } from '../../../record/project.ts'
import type { RunResult } from '../../../record/run-result.ts'
import type { TaskEvent } from '../../../scheduling/task-context.ts'
import { launcherFor } from '../record/launch-mayday.ts'

/**
 * Asks for a second opinion on a run that ended with UNKNOWN, if mayday.yaml requests it. A separate process does it,
 * so no command waits for it.
 */
export const askLater =
  (project: Project, { whole, executing }: LoadedConfig) =>
  ({ run, status, reason }: Pick<RunResult, 'run' | 'status' | 'reason'>): void => {
    const { ask = 'never', agent } = whole.diagnosis
    if (ask === 'never' || agent === undefined || status !== 'failed' || !isUnknown(reason)) return
    launcherFor(project, executing.hash)(['ask', String(run)])
  }

/** Wraps a reporter of a task loop, and also handles the end of each attempt. */
export const telling =
  <Event extends { readonly event: string }>(
    tell: (event: Event | TaskEvent) => void,
    ended: (result: RunResult) => void,
  ) =>
  (event: Event | TaskEvent): void => {
    tell(event)
    if (event.event === 'attempt:ended' && 'result' in event) ended(event.result)
  }
