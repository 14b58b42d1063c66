/** Proofs from the system for a failed stage. */
import { oomKills } from './memory-limit.ts'
import { fullDisk } from './reserve.ts'
import type { StageStory } from './run-story.ts'
import type { StageOutcome } from './stage-outcome.ts'
import type { SupervisedRun } from './supervised-run.ts'
import type { ExitStatus } from './wrapper.ts'

/** The run's own memory limit was hit, or the kernel killed a process for memory during the run. */
export function memoryProofOf({ spec }: SupervisedRun, exit: ExitStatus | null): StageOutcome['memoryProof'] {
  if (exit?.oomKills !== null && exit?.oomKills !== undefined && exit.oomKills > 0) return 'own'
  const before = spec.oomKills
  const now = before === null ? null : oomKills()
  return before !== null && now !== null && now > before ? 'machine' : null
}

/** Only for a failed command: a command that succeeded had enough space. */
export function diskProofOf(
  { folder, spec }: SupervisedRun,
  story: StageStory | undefined,
  exit: ExitStatus | null,
): string | null {
  return exit?.code === 0 ? null : (story?.diskProof ?? fullDisk([folder.path, spec.cwd]))
}
