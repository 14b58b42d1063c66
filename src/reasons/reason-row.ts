import type { BenchWord } from './dialects/bench.ts'
import type { GzaWord } from './dialects/gza.ts'
import type { RecoveryWord } from './dialects/recovery.ts'
import type { SupervisorWord } from './dialects/supervisor.ts'
import type { PlanKind, ReasonClass } from './reason.ts'

/** What the tasks that fail for a reason share. The gate's key is `WORD:AGENT:ACCOUNT` or `machine:WORD`. */
export type Gate = {
  readonly of: (typeof gateScopes)[number]
  readonly word: string
  /** What a task at this gate waits for: `for a login`. */
  readonly waits: string
}

export const gateScopes = ['account', 'machine'] as const

/** What ends the retries if no number does: the reset, a time, or two runs without a change. */
export const retryBounds = ['reset', 'time', 'progress'] as const

/** The default policy. `retries` counts further runs. After them, or if it is 0, a person decides. */
export type Policy = {
  readonly plan: PlanKind
  /** Used if the first plan is not possible, for example if a session cannot be resumed. */
  readonly otherwise?: PlanKind
  readonly retries: number
  readonly backoff: boolean
  /** Everything that depends on the same account or machine waits at this gate. */
  readonly gate: Gate | null
  readonly bound?: (typeof retryBounds)[number]
  /** A person is asked after this time. */
  readonly escalateAfterMs?: number
  /** The default plan as a sentence. */
  readonly words: string
}

/** Which runs a breaker pauses: none, those of one agent, those with the same setup, or all on this machine. */
export const breakerScopes = ['none', 'agent', 'setup', 'machine'] as const

export type BreakerScope = (typeof breakerScopes)[number]

/** What differs in the next run: its prompt and session, the time limit of its setup, or nothing. */
export const nextDifferences = ['lesson', 'larger-limit', 'none'] as const

export type NextDifference = (typeof nextDifferences)[number]

/** `poisoned`: the conversation itself caused the failure, so a resumed session would fail again. */
export const sessionStates = ['resumable', 'poisoned'] as const

/** When another agent takes over. */
export const fallbackTimes = ['at-once', 'after-retries', 'never'] as const

/** Whether the agent's transcript is searched for the cause. `asked-without-status`: only if no HTTP status is known. */
export const transcriptUses = ['asked', 'asked-without-status', 'not-asked'] as const

/** `nothing`: the agent had no turn. `tests`: the failing tests. `circle`: a repetition. `broken`: a build that fails. */
export const shownFacts = ['nothing', 'tests', 'circle', 'broken'] as const

export type ShownFact = (typeof shownFacts)[number]

/** `check`: open the gate, or retry if there is none. `hint`: retry with a hint. `agent`: let another agent do it. */
export const deeds = ['check', 'retry', 'hint', 'agent', 'edit', 'done', 'log', 'acknowledge'] as const

/** What the board advises, in a few words, and the action that does it. */
export type Advice = { readonly todo: string; readonly deed: (typeof deeds)[number] }

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
  readonly session: (typeof sessionStates)[number]
  readonly fallback: (typeof fallbackTimes)[number]
  /** Whether the agent was stopped during its work. Then its last output is passed to the next session. */
  readonly handOff: boolean
  readonly transcript: (typeof transcriptUses)[number]
  /** What a person must do before another run. May contain `{login}` and `{task}`. */
  readonly firstStep: string | null
  /** What is wrong, if one cause stops several tasks. May contain `{agent}`. */
  readonly title?: string
  /** Set if it differs from that of its class. */
  readonly advice?: Advice
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
  /** Set if the run shows one of these facts. */
  readonly shows?: ShownFact
  /** The word of benchmarks for an agent that ended like this, if they have one. */
  readonly benchStop?: string
}
