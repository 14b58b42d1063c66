import { isBenchAttempt, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'

/** The command that repeats what a run tried. Null if nothing can be repeated. */
export function againCommand(
  of: Pick<RunRecord, 'run' | 'task' | 'command' | 'stages'>,
  task: Pick<TaskRecord, 'isImplicit' | 'actions'> | null,
): string | null {
  const { run, task: number, command } = of
  if (isBenchAttempt(of)) return null
  if (task !== null && !task.isImplicit) return task.actions.includes('retry') ? `mayday retry ${run}` : null
  return command === '' ? null : `mayday run --task ${number} -- ${command}`
}

/** For a plain run, which `retry` does not accept. An imported run has no command. */
export function plainAgain(...of: Parameters<typeof againCommand>): string {
  if (isBenchAttempt(of[0]))
    return 'Make attempts again in a new series: mayday bench run SUITE --series NAME'
  const command = againCommand(...of)
  return command === null ? 'List them: mayday tasks' : `Run it again: ${command}`
}

/** Says what kind of run without a task it was. */
export const kindOf = (run: Pick<RunRecord, 'stages'>): string =>
  isBenchAttempt(run) ? 'an attempt of mayday bench' : 'a plain run'
