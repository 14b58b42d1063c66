import type { Stage } from '../reasons/stages.ts'
import type { What } from './signal.ts'

const STAGE_OF: Partial<Record<What, Stage>> = {
  'clone-failed': 'git_clone',
  'checkout-failed': 'git_checkout',
  'install-failed': 'setup',
  'install-passed': 'setup',
  'engine-failed': 'setup',
  'tests-failed': 'final_test',
  'tests-passed': 'final_test',
  'tests-cut-off': 'final_test',
  'no-tests': 'final_test',
  'lint-failed': 'final_test',
  'build-failed': 'final_test',
  'build-passed': 'final_test',
  'runner-error': 'final_test',
}

/**
 * The stage of an output if the caller did not name it: that of an agent, else that of the last recognised tool. If
 * there is neither an agent nor a tool, the output belongs to a command.
 */
export function inferStage(
  agent: string | null,
  seen: readonly { readonly what: What }[],
  talksLikeAgent: boolean,
): Stage {
  if (agent !== null) return 'agent_run'
  for (const { what } of seen.toReversed()) {
    const stage = STAGE_OF[what]
    if (stage !== undefined) return stage
  }
  return talksLikeAgent ? 'agent_run' : 'final_test'
}
