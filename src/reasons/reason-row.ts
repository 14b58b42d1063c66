import type { BenchWord } from './dialects/bench.ts'
import type { GzaWord } from './dialects/gza.ts'
import type { RecoveryWord } from './dialects/recovery.ts'
import type { SupervisorWord } from './dialects/supervisor.ts'
import type { PlanKind, ReasonClass } from './reason.ts'

/** What the tasks that fail for a reason share. The gate's key is `WORD:AGENT:ACCOUNT` or `machine:WORD`. */
export type Gate = { readonly of: 'account' | 'machine'; readonly word: string }

/** What to do by default. `retries` counts further runs; after them, or where it is 0, a person is asked. */
export type Policy = {
  readonly plan: PlanKind
  /** Taken where the first plan is not possible: a session that cannot be resumed. */
  readonly otherwise?: PlanKind
  readonly retries: number
  readonly backoff: boolean
  /** Everything that depends on the same account or machine waits with it. */
  readonly gate: Gate | null
  /** What ends the repetition where no number does: the reset, a time, or two runs without a change. */
  readonly bound?: 'reset' | 'time' | 'progress'
  /** A person is asked after this much of it. */
  readonly escalateAfterMs?: number
  /** The default plan in words, as a person would say it. */
  readonly words: string
}

/** Whom a breaker holds: nobody, the runs of one agent, those with the same setup, or all on this machine. */
export type BreakerScope = 'none' | 'agent' | 'setup' | 'machine'

/** What is different in the next run: its prompt and session, the time of its setup, or nothing. */
export type NextDifference = 'lesson' | 'larger-limit' | 'none'

/** All that Mayday knows about one reason. */
export type ReasonRow = {
  readonly class: ReasonClass
  /** May an agent claim it by a marker? */
  readonly claimable: boolean
  /** Does an identical run make sense? `evidence`: only where the evidence is itself transient. */
  readonly transient: boolean | 'evidence'
  readonly meaning: string
  readonly causes: string
  readonly policy: Policy
  /** `poisoned`: it ended inside the conversation itself, so a resumed session would end there again. */
  readonly session: 'resumable' | 'poisoned'
  /** When another agent takes over. */
  readonly fallback: 'at-once' | 'after-retries' | 'never'
  /** It was cut off in the middle of its work: its last words go to the next session. */
  readonly handOff: boolean
  /** Is the agent's transcript read for the cause? `asked-without-status`: only where no HTTP status is known. */
  readonly transcript: 'asked' | 'asked-without-status' | 'not-asked'
  /** What only a person can do, before anything is started again. Knows `{login}` and `{task}`. */
  readonly firstStep: string | null
  /** Where it differs from that of its class. */
  readonly breaker?: BreakerScope
  /** Where it differs from that of its class. */
  readonly difference?: NextDifference
  /** Its word in each dialect. The supervisor speaks of the ending; its word is used where that is unknown. */
  readonly words: {
    readonly bench: BenchWord
    readonly gza: GzaWord
    readonly recovery: RecoveryWord
    readonly supervisor: SupervisorWord
  }
  /** How benchmarks call an agent that ended so, where they have a word for it. */
  readonly benchStop?: string
}
