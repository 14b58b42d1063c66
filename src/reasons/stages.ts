/** The stages of a run that have a command, in order. */
export const runStages = [
  'git_clone',
  'git_checkout',
  'setup',
  'baseline_run',
  'agent_run',
  'final_test',
] as const

export type RunStage = (typeof runStages)[number]

/** The stages of a run, in order. */
export const stages = ['launch', ...runStages] as const

export type Stage = (typeof stages)[number]

/** Stages that run a command, not an agent. */
export const commandStages: readonly RunStage[] = runStages.filter((stage) => stage !== 'agent_run')
