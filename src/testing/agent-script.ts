/** What a scripted agent does, in order. Paths are relative to its working folder. */
export type AgentStep =
  /** `{prompt}` and `{attempt}` are replaced. */
  | { readonly kind: 'print'; readonly text: string; readonly to?: 'stdout' | 'stderr' }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'replace'; readonly path: string; readonly find: string; readonly by: string }
  | { readonly kind: 'delete'; readonly path: string }
  /** Runs a command in a shell and waits; its output is the agent's. */
  | { readonly kind: 'run'; readonly command: string }
  /** Starts a command in a shell and goes on. In its own session a kill of the agent's group misses it. */
  | { readonly kind: 'spawn'; readonly command: string; readonly inOwnSession?: boolean }
  /** Reads standard input to its end: hangs where nobody closes it. */
  | { readonly kind: 'read-input' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Uses a whole core. */
  | { readonly kind: 'spin'; readonly ms: number }
  | { readonly kind: 'ignore'; readonly signal: AgentSignal }
  | { readonly kind: 'hang' }
  | { readonly kind: 'exit'; readonly code: number }
  /** Ends itself by a signal. */
  | { readonly kind: 'signal'; readonly signal: AgentSignal | 'SIGKILL' | 'SIGSEGV' | 'SIGABRT' }
  | {
      readonly kind: 'when'
      readonly match: AgentMatch
      readonly steps: readonly AgentStep[]
      /** Where it does not hold. */
      readonly otherwise?: readonly AgentStep[]
    }
  | { readonly kind: 'repeat'; readonly times: number; readonly steps: readonly AgentStep[] }

export type AgentSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

/** What must hold for a `when`: everything that is given. */
export type AgentMatch = {
  /** Contained in the prompt, as a lesson of an earlier attempt is. */
  readonly prompt?: string
  /** At least this attempt, by `MAYDAY_ATTEMPT` (1 where it is not set). */
  readonly attempt?: number
  /** This file exists. */
  readonly file?: string
}

/** The steps of an agent; it exits with 0 behind the last. */
export type AgentScript = { readonly steps: readonly AgentStep[] }

/** An agent that does these steps. */
export const scriptedAgent = (...steps: readonly AgentStep[]): AgentScript => ({ steps })
