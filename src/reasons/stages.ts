/** The stages of a run, in order. */
export const stages = [
  'launch',
  'git_clone',
  'git_checkout',
  'setup',
  'baseline_run',
  'agent_run',
  'final_test',
] as const

export type Stage = (typeof stages)[number]
