/**
 * Finds stages that may have left processes which Mayday cannot find.
 *
 * X1 Nothing escapes from a wrapper that adopts processes and exits normally, nor from one that still runs.
 * X2 A killed wrapper cannot know what its command left behind. Processes with the run's tag or mark were stopped. A
 * process that dropped both may still run, and Mayday reports that.
 * X3 If the system offers neither adoption nor marks (macOS), a run that left processes behind may have left more.
 */
import { readStory, type StageStory } from './run-story.ts'
import type { SupervisedRun } from './supervised-run.ts'
import { parseExit } from './wrapper.ts'
import type { RunStage } from '../reasons/stages.ts'

const KILLED =
  'The wrapper of this stage was killed before it could report what the command left behind. Mayday stopped every process it found; a process that hid itself may still run.'

const UNTRACKED =
  'This system cannot track a process that leaves its session and drops its environment. Mayday stopped every process it found; others may still run.'

/**
 * One sentence for each stage from which a process may have escaped. Called after all found processes are stopped.
 */
export function mayHaveEscaped(run: SupervisedRun, hadStrays: boolean): ReadonlyMap<RunStage, string> {
  const escapes = new Map<RunStage, string>()
  for (const story of readStory(run.folder.events())) {
    const says = escapeFrom(run, story, hadStrays)
    if (says !== null) escapes.set(story.stage, says)
  }
  return escapes
}

function escapeFrom(run: SupervisedRun, story: StageStory, hadStrays: boolean): string | null {
  // Checked before the file is read: a wrapper that exits normally writes the file first.
  if (!isDead(run, story)) return null
  const exit = parseExit(run.folder.exitOf(story.stage) ?? '')
  if (exit === null) return KILLED
  if (exit.reaps) return exit.isAlone ? null : KILLED
  return hadStrays && !exit.isMarked ? UNTRACKED : null
}

/** No process survives a reboot. For another host or namespace nothing can be said. */
function isDead({ processes, folder, spec }: SupervisedRun, { stage, wrapper }: StageStory): boolean {
  const { boot } = processes.self()
  // The wrapper ended before it was seen. Its pid file says whether it ever existed.
  if (wrapper === null) return spec.starter?.boot === boot && folder.pidOf(stage) !== null
  return wrapper.boot === boot && processes.state(wrapper) === 'dead'
}
