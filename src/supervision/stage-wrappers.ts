import type { ProcessIdentity } from './processes/processes.ts'
import { readStory } from './run-story.ts'
import type { SupervisedRun } from './supervised-run.ts'

/** The wrappers of all stages so far that are still there: each waits for what its command left behind. */
export const wrappersOf = ({ folder, processes }: SupervisedRun): readonly ProcessIdentity[] =>
  processes.living(readStory(folder.events()).flatMap(({ wrapper }) => wrapper ?? []))
