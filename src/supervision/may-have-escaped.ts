/**
 * What a stage may have left running where Mayday cannot find it.
 *
 * X1 Nothing escapes from a wrapper that adopts and ends by itself, nor from one that is still there.
 * X2 A wrapper that somebody killed cannot tell what its command left behind. What has the run's tag or mark was
 *    stopped; what dropped both may still run, and that is said.
 * X3 Where the system offers neither adoption nor mark (macOS), a run that left processes behind may have left more.
 */
import type { RunStage } from './run-spec.ts'
import { readStory, type StageStory } from './run-story.ts'
import type { SupervisedRun } from './supervised-run.ts'
import { parseExit } from './wrapper.ts'

const KILLED =
  'The wrapper of this stage was killed before it could tell what the command left behind. Mayday stopped every process it found; a process that hid itself may still run.'

const UNTRACKED =
  'This system cannot track a process that leaves its session and drops its environment. Mayday stopped every process it found; others may still run.'

/** One sentence for each stage that something may have escaped from. Asked after all that was found is stopped. */
export function mayHaveEscaped(run: SupervisedRun, hadStrays: boolean): ReadonlyMap<RunStage, string> {
  const escapes = new Map<RunStage, string>()
  for (const story of readStory(run.folder.events())) {
    const says = escapeFrom(run, story, hadStrays)
    if (says !== null) escapes.set(story.stage, says)
  }
  return escapes
}

function escapeFrom(run: SupervisedRun, story: StageStory, hadStrays: boolean): string | null {
  // Asked before the file is read: a wrapper that ends by itself writes it first.
  if (!isDead(run, story)) return null
  const exit = parseExit(run.folder.exitOf(story.stage) ?? '')
  if (exit === null) return KILLED
  if (exit.reaps) return exit.isAlone ? null : KILLED
  return hadStrays && !exit.isMarked ? UNTRACKED : null
}

/** No process outlives a boot. Of another place nothing can be said. */
function isDead({ processes, folder, spec }: SupervisedRun, { stage, wrapper }: StageStory): boolean {
  const { boot } = processes.self()
  // Gone before anybody could look at it: its own file says whether it ever was there.
  if (wrapper === null) return spec.starter?.boot === boot && folder.pidOf(stage) !== null
  return wrapper.boot === boot && processes.state(wrapper) === 'dead'
}
