import type { BenchWord } from './dialects/bench.ts'
import type { GzaWord } from './dialects/gza.ts'
import type { RecoveryWord } from './dialects/recovery.ts'
import type { SupervisorWord } from './dialects/supervisor.ts'
import type { PlanKind, ReasonClass } from './reason.ts'

/** What the tasks that fail for a reason share. The gate's key is `WORD:AGENT:ACCOUNT` or `machine:WORD`. */
export type Gate = { readonly of: 'account' | 'machine'; readonly word: string }

/** The default policy. `retries` counts further runs. After them, or if it is 0, a person decides. */
export type Policy = {
  readonly plan: PlanKind
  /** Used if the first plan is not possible, for example if a session cannot be resumed. */
  readonly otherwise?: PlanKind
  readonly retries: number
  readonly backoff: boolean
  /** Everything that depends on the same account or machine waits at this gate. */
  readonly gate: Gate | null
  /** What ends the retries if no number does: the reset, a time, or two runs without a change. */
  readonly bound?: 'reset' | 'time' | 'progress'
  /** A person is asked after this time. */
  readonly escalateAfterMs?: number
  /** The default plan as a sentence. */
  readonly words: string
}

/** Which runs a breaker pauses: none, those of one agent, those with the same setup, or all on this machine. */
export type BreakerScope = 'none' | 'agent' | 'setup' | 'machine'

/** What differs in the next run: its prompt and session, the time limit of its setup, or nothing. */
export type NextDifference = 'lesson' | 'larger-limit' | 'none'

/** Everything that Mayday knows about one reason. */
export type ReasonRow = {
  readonly class: ReasonClass
  /** Whether an agent may claim it with a marker. */
  readonly claimable: boolean
  /** Whether an identical run makes sense. `evidence`: only if the evidence is itself transient. */
  readonly transient: boolean | 'evidence'
  readonly meaning: string
  /** What a run did that ended for this reason: `hit a rate limit`. */
  readonly brief: string
  readonly causes: string
  readonly policy: Policy
  /** `poisoned`: the conversation itself caused the failure, so a resumed session would fail again. */
  readonly session: 'resumable' | 'poisoned'
  /** When another agent takes over. */
  readonly fallback: 'at-once' | 'after-retries' | 'never'
  /** Whether the agent was stopped during its work. Then its last output is passed to the next session. */
  readonly handOff: boolean
  /**
   * Whether the agent's transcript is searched for the cause. `asked-without-status`: only if no HTTP status is known.
   */
  readonly transcript: 'asked' | 'asked-without-status' | 'not-asked'
  /** What a person must do before another run. May contain `{login}` and `{task}`. */
  readonly firstStep: string | null
  /** Set if it differs from that of its class. */
  readonly breaker?: BreakerScope
  /** Set if it differs from that of its class. */
  readonly difference?: NextDifference
  /**
   * Its word in each dialect. The supervisor's word describes the ending; this one is used if the ending is unknown.
   */
  readonly words: {
    readonly bench: BenchWord
    readonly gza: GzaWord
    readonly recovery: RecoveryWord
    readonly supervisor: SupervisorWord
  }
  /** The word of benchmarks for an agent that ended like this, if they have one. */
  readonly benchStop?: string
}
