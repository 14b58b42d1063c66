import type { ProcessIdentity } from './processes/processes.ts'
import { readStory } from './run-story.ts'
import type { SupervisedRun } from './supervised-run.ts'

/** The live wrappers of all stages so far. Each waits for the processes that its command left behind. */
export const wrappersOf = ({ folder, processes }: SupervisedRun): readonly ProcessIdentity[] =>
  processes.living(readStory(folder.events()).flatMap(({ wrapper }) => wrapper ?? []))
