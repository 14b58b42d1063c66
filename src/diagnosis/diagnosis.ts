import type { Ending } from '../reasons/ending.ts'
import { customPrecedence, type CustomReason } from '../reasons/custom-reason.ts'
import type { Shape } from '../reasons/shape.ts'
import { precedence, type Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { CiReading, EarlierRuns, RunFacts, CiStepReading, Signal } from '../signals/signal.ts'
import type { CiPlace } from './ci-steps.ts'
import type { Attempt } from './circular.ts'
import type { Earlier } from './earlier.ts'
import type { alternativeSchema } from './explanation-schema.ts'

/** Recorded with every verdict, to distinguish the versions of the classifier. */
export const classifier = 'mayday-1'

export const confidences = ['high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]

/** A possible reason, and why it is not the verdict. It may be a custom reason. */
export type Alternative = Shape<typeof alternativeSchema>

/**
 * `undetermined`: nothing proves a failure, and nothing proves a success. A run that Mayday watched is never
 * undetermined.
 */
export const verdictWords = ['failed', 'succeeded', 'undetermined'] as const
export type VerdictWord = (typeof verdictWords)[number]

/** The rule id of an undetermined verdict. */
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

/** The core of a diagnosis. `reason` is null after a success, and UNKNOWN if nothing is determined. */
export type Verdict = {
  readonly reason: Reason | null
  /** The custom reason that the agent claimed. `reason` is then its built-in equivalent. */
  readonly custom?: CustomReason
  readonly confidence: Confidence
  /** Id of the rule that decided. */
  readonly rule: string
  /** The signals that decided, the most important one first. Empty if only the exit code decided. */
  readonly evidence: readonly Signal[]
}

/** The verdict on a run, with further facts. */
export type Diagnosis = Verdict & {
  readonly stage: Stage
  readonly alternatives: readonly Alternative[]
  /** The attempts at this task repeat themselves. The plan becomes skip and escalate. */
  readonly circular: boolean
  /** The runs that tried the same approach. */
  readonly repeats?: readonly number[]
  readonly ending: Ending
  readonly classifier: string
  /** The place in a CI run. */
  readonly ci?: CiPlace
  /** The results of the runs before it, if the output contains several. */
  readonly earlier?: Earlier
}

/** Everything that is known about a run. A `Reading` can be spread into it. */
export type DiagnoseInput = {
  readonly signals: readonly Signal[]
  readonly stage?: Stage
  /** The stage was inferred from the output, so it proves nothing. */
  readonly isStageInferred?: boolean
  /** The exit code as a shell reports it. A negative number is a signal. */
  readonly exitCode?: number | null
  /** The signal that ended the process, if the wait status is known and Mayday did not send the signal. */
  readonly endSignal?: string | null
  /** The ending that Mayday observed. It is more exact than an exit code. */
  readonly ending?: Ending
  /** The command line of the stage, if Mayday ran it. */
  readonly command?: string
  /** The proof that memory ran out: the run hit its own limit, or the kernel killed a process during the run. */
  readonly memoryProof?: 'own' | 'machine'
  /** The proof that the disk was full at the end, as a sentence. */
  readonly diskProof?: string
  /** Why the system refused to execute the command, if it did. */
  readonly startError?: string
  /** The verify command passed. This outweighs an agent's claim that it failed. */
  readonly verified?: boolean
  /** The project's custom reasons, which a marker may claim. */
  readonly customReasons?: readonly CustomReason[]
  /** Earlier attempts at the same task whose approach failed, oldest first. */
  readonly history?: readonly Attempt[]
  /** The approach of this attempt, for the comparison with `history`. */
  readonly approach?: string
  /** The text that every attempt received (the prompt, earlier errors). Its words are not part of an approach. */
  readonly given?: string
  /** Name of the agent whose output was recognised. */
  readonly agent?: string | null
  readonly structured?: boolean
  readonly facts?: RunFacts
  /** The size of the output. 0 means that there was none. */
  readonly bytes?: number
  readonly lines?: number
  /** The results of the steps of a CI log. */
  readonly ci?: CiReading
  /** The runs before the last one, if the output contains several. */
  readonly earlier?: EarlierRuns
  /** Set for a failed step of a CI system: the line that reports the failure, and the kind of step by its name. */
  readonly failedStep?: Pick<CiStepReading, 'verdict' | 'lastWords'> & { readonly kind: StepKind | null }
}

/** The purpose of a CI step, by its name. */
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

/** The name of a verdict, by which it is ranked across stages. */
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
