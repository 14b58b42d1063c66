/**
 * The verdict on a whole run from its stages. Within a stage authority decided; across stages precedence does.
 */
import { precedence } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import { diagnose } from './diagnose.ts'
import type { Alternative, DiagnoseInput, Diagnosis } from './diagnosis.ts'
import { signalOfEnding } from './endings.ts'

export type RunInput = {
  /** The stages that ran, in order. */
  readonly stages: readonly (DiagnoseInput & { readonly stage: Stage })[]
  /** Must the run leave changes behind to be a success? */
  readonly expectChanges: boolean
  /** Null where it could not be measured. */
  readonly changedFiles: readonly string[] | null
}

export type RunVerdict = {
  /** The one that stands for the run. */
  readonly run: Diagnosis
  /** Of each stage, in order. */
  readonly stages: readonly Diagnosis[]
}

export function diagnoseRun({ stages, expectChanges, changedFiles }: RunInput): RunVerdict {
  const verified = stages.some((one) => one.stage === 'final_test' && diagnose(one).reason === null)
  const verdicts = stages.map((one) => diagnose(one.stage === 'agent_run' ? { ...one, verified } : one))
  const failures = verdicts.filter(({ reason }) => reason !== null)
  const [first, ...others] = failures.toSorted(byPrecedence)
  if (first !== undefined) return { run: besides(first, others), stages: verdicts }
  const own =
    verdicts.find(({ stage }) => stage === 'agent_run') ?? verdicts.at(-1) ?? diagnose({ signals: [] })
  if (expectChanges && changedFiles?.length === 0) return { run: withoutChanges(own), stages: verdicts }
  return { run: verified ? { ...own, confidence: 'high' } : own, stages: verdicts }
}

/** A stable sort: of equals the earlier stage stays first. */
const byPrecedence = (a: Diagnosis, b: Diagnosis): number => rankOf(a) - rankOf(b)

const rankOf = ({ reason }: Diagnosis): number => (reason === null ? Infinity : precedence(reason))

/** The failures of other stages lost by precedence, and are told as such. */
function besides(winner: Diagnosis, others: readonly Diagnosis[]): Diagnosis {
  const lost = others.flatMap(({ reason, rule, stage }): readonly Alternative[] =>
    reason === null || reason === winner.reason
      ? []
      : [{ reason, rule, why: `stage ${stage} failed too, and ranks below stage ${winner.stage}` }],
  )
  return { ...winner, alternatives: [...winner.alternatives, ...lost] }
}

/** It went well and did nothing. */
const withoutChanges = (own: Diagnosis): Diagnosis => ({
  ...own,
  reason: 'NO_CHANGES',
  rule: 'changes.none',
  confidence: 'high',
  evidence: [{ ...signalOfEnding(own.ending, own.stage), message: 'no file was changed during the run' }],
})
