import type { Ending } from '../reasons/ending.ts'
import { customPrecedence, type CustomReason } from '../reasons/custom-reason.ts'
import { precedence, type Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { CiReading, EarlierRuns, RunFacts, Signal } from '../signals/signal.ts'
import type { CiPlace } from './ci-steps.ts'
import type { Attempt } from './circular.ts'
import type { Earlier } from './earlier.ts'

/** Recorded with every verdict, so that a newer classifier can be told from this one. */
export const classifier = 'mayday-1'

export type Confidence = 'high' | 'medium' | 'low'

/** A reason that was in the running, and why it is not the verdict. It may be a custom one. */
export type Alternative = { readonly reason: string; readonly rule: string; readonly why: string }

/** `undetermined`: nothing proves a failure, and nothing proves a success. Never said of a run that Mayday watched. */
export const verdictWords = ['failed', 'succeeded', 'undetermined'] as const
export type VerdictWord = (typeof verdictWords)[number]

/** The rule of a verdict that says that there is none. */
export const UNDETERMINED_RULE = 'undetermined'

export function verdictOf({
  reason,
  rule,
}: {
  readonly reason: string | null
  readonly rule: string
}): VerdictWord {
  if (rule === UNDETERMINED_RULE) return 'undetermined'
  return reason === null ? 'succeeded' : 'failed'
}

/** The heart of a diagnosis. `reason` is null after a success, and UNKNOWN where nothing is determined. */
export type Verdict = {
  readonly reason: Reason | null
  /** The custom reason that the agent claimed; `reason` is then the one that it is like. */
  readonly custom?: CustomReason
  readonly confidence: Confidence
  /** Id of the rule that decided. */
  readonly rule: string
  /** The signals that decided, the first first. Empty where only the exit code spoke. */
  readonly evidence: readonly Signal[]
}

/** The verdict on a run, with what stood beside it. */
export type Diagnosis = Verdict & {
  readonly stage: Stage
  readonly alternatives: readonly Alternative[]
  /** The attempts at this task repeat themselves: the plan becomes skip and escalate. */
  readonly circular: boolean
  /** The runs whose approach was tried again. */
  readonly repeats?: readonly number[]
  readonly ending: Ending
  readonly classifier: string
  /** Where in a CI run it is. */
  readonly ci?: CiPlace
  /** How the runs before it ended, where the output holds several. */
  readonly earlier?: Earlier
}

/** All that is known of a run. A `Reading` can be spread into it. */
export type DiagnoseInput = {
  readonly signals: readonly Signal[]
  readonly stage?: Stage
  /** The stage was told from the output, so it proves nothing by itself. */
  readonly isStageInferred?: boolean
  /** As a shell gives it; a negative number is a signal. */
  readonly exitCode?: number | null
  /** The signal that ended the process, where the wait status is known and Mayday did not send it. */
  readonly endSignal?: string | null
  /** How it ended, where Mayday itself watched it. It then knows more than a code can say. */
  readonly ending?: Ending
  /** The command line of the stage, where Mayday ran it. */
  readonly command?: string
  /** What proves that memory ran out: the run's own limit was hit, or the kernel killed something meanwhile. */
  readonly memoryProof?: 'own' | 'machine'
  /** What proves that the disk was full when it ended, in words. */
  readonly diskProof?: string
  /** Why the system refused to execute the command, where it did. */
  readonly startError?: string
  /** The verify command passed, which outweighs an agent's own word that it failed. */
  readonly verified?: boolean
  /** The project's custom reasons, which a marker may claim. */
  readonly customReasons?: readonly CustomReason[]
  /** Earlier attempts at the same task that failed by their approach, oldest first. */
  readonly history?: readonly Attempt[]
  /** What this attempt tried, for the comparison with `history`. */
  readonly approach?: string
  /** What every attempt was told (the prompt, earlier errors): its words say nothing about an approach. */
  readonly given?: string
  /** Name of the agent whose output was recognised. */
  readonly agent?: string | null
  readonly structured?: boolean
  readonly facts?: RunFacts
  /** Size of the output; 0 means that there was none at all. */
  readonly bytes?: number
  readonly lines?: number
  /** What the steps of a CI log say. */
  readonly ci?: CiReading
  /** The runs before the last one, where the output holds several. */
  readonly earlier?: EarlierRuns
  /** It is a step that a CI system says has failed: the line on which it says so, and what the step's name says. */
  readonly failedStep?: { readonly verdict: Signal | null; readonly kind: StepKind | null }
}

/** What a step of a CI run is for, by its name. */
export type StepKind = 'check' | 'build'

/** A possible verdict, before the decision. Lower authority wins. */
export type Candidate = {
  readonly reason: Reason
  readonly custom?: CustomReason
  readonly rule: string
  readonly authority: number
  readonly signal: Signal
  readonly root: boolean
}

/** What a verdict is called, and what it is ranked by across stages. */
export const wordOf = ({
  reason,
  custom,
}: {
  readonly reason: Reason
  readonly custom?: CustomReason
}): string => custom?.name ?? reason

export const rankOf = ({
  reason,
  custom,
}: {
  readonly reason: Reason
  readonly custom?: CustomReason
}): number => (custom === undefined ? precedence(reason) : customPrecedence(custom))
