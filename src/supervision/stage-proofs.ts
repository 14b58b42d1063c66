/** What the machine itself says about a stage that failed. */
import { oomKills } from './memory-limit.ts'
import { fullDisk } from './reserve.ts'
import type { StageStory } from './run-story.ts'
import type { StageOutcome } from './stage-outcome.ts'
import type { SupervisedRun } from './supervised-run.ts'
import type { ExitStatus } from './wrapper.ts'

/** Its own limit was hit, or the kernel killed for memory somewhere while it ran. */
export function memoryProofOf({ spec }: SupervisedRun, exit: ExitStatus | null): StageOutcome['memoryProof'] {
  if (exit?.oomKills !== null && exit?.oomKills !== undefined && exit.oomKills > 0) return 'own'
  const before = spec.oomKills
  const now = before === null ? null : oomKills()
  return before !== null && now !== null && now > before ? 'machine' : null
}

/** Only of a command that failed: who succeeded has got what it needed. */
export function diskProofOf(
  { folder, spec }: SupervisedRun,
  story: StageStory | undefined,
  exit: ExitStatus | null,
): string | null {
  return exit?.code === 0 ? null : (story?.diskProof ?? fullDisk([folder.path, spec.cwd]))
}
