/** The steps of a scripted agent, in order. Paths are relative to its working folder. */
export type AgentStep =
  /** `{prompt}` and `{attempt}` are replaced. */
  | { readonly kind: 'print'; readonly text: string; readonly to?: 'stdout' | 'stderr' }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'replace'; readonly path: string; readonly find: string; readonly by: string }
  | { readonly kind: 'delete'; readonly path: string }
  /** Runs a command in a shell and waits for it. Its output is the agent's. */
  | { readonly kind: 'run'; readonly command: string }
  /**
   * Starts a command in a shell and continues. In a separate session, a kill of the agent's group does not reach it.
   */
  | { readonly kind: 'spawn'; readonly command: string; readonly inOwnSession?: boolean }
  /** Reads standard input to its end. It hangs if the input is never closed. */
  | { readonly kind: 'read-input' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Uses a whole core. */
  | { readonly kind: 'spin'; readonly ms: number }
  | { readonly kind: 'ignore'; readonly signal: AgentSignal }
  | { readonly kind: 'hang' }
  | { readonly kind: 'exit'; readonly code: number }
  /** Ends itself with a signal. */
  | { readonly kind: 'signal'; readonly signal: AgentSignal | 'SIGKILL' | 'SIGSEGV' | 'SIGABRT' }
  | {
      readonly kind: 'when'
      readonly match: AgentMatch
      readonly steps: readonly AgentStep[]
      /** The steps if it does not hold. */
      readonly otherwise?: readonly AgentStep[]
    }
  | { readonly kind: 'repeat'; readonly times: number; readonly steps: readonly AgentStep[] }

export type AgentSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

/** The condition of a `when`. Everything that is given must hold. */
export type AgentMatch = {
  /** Contained in the prompt, for example a lesson of an earlier attempt. */
  readonly prompt?: string
  /** At least this attempt, by `MAYDAY_ATTEMPT` (default 1). */
  readonly attempt?: number
  /** This file exists. */
  readonly file?: string
}

/** The steps of an agent. It exits with 0 after the last. */
export type AgentScript = { readonly steps: readonly AgentStep[] }

/** An agent that does these steps. */
export const scriptedAgent = (...steps: readonly AgentStep[]): AgentScript => ({ steps })
