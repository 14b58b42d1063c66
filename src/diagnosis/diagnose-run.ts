/**
 * The verdict on a whole run, from its stages. Within a stage, authority decides. Across stages, precedence decides.
 *
 * R1 Verify never turns a failed agent into a success. R2 A benchmark attempt is the exception: if its tests pass,
 * only a specific failure of the agent counts. Its stages rank by the precedence of the bench dialect.
 */
import { benchPrecedence, toBench } from '../reasons/dialects/bench.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import { reasons } from '../reasons/table.ts'
import { diagnose } from './diagnose.ts'
import { rankOf, wordOf, type Alternative, type DiagnoseInput, type Diagnosis } from './diagnosis.ts'
import { signalOfEnding } from './endings.ts'
import { diagnoseRemovedTests } from './removed-tests.ts'
import { besidePast, type Past } from './repetition.ts'

export type RunInput = Past & {
  /** The stages that ran, in order. */
  readonly stages: readonly (DiagnoseInput & { readonly stage: Stage })[]
  /** Is verify the same command as the baseline? Then it must run the same tests. */
  readonly hasSameTests?: boolean
  /** Is this an attempt at a benchmark task (R2)? */
  readonly isBench?: boolean
  /** Must the agent leave changes behind to succeed? */
  readonly expectChanges: boolean
  /** The files that the agent changed. Null if they could not be measured. */
  readonly changedFiles: readonly string[] | null
}

export type RunVerdict = {
  /** The diagnosis that represents the run. */
  readonly run: Diagnosis
  /** The diagnosis of each stage, in order. */
  readonly stages: readonly Diagnosis[]
}

/** Earlier attempts are compared with the whole run, so that no stage becomes CIRCULAR_FIX and wins by precedence. */
export function diagnoseRun(input: RunInput): RunVerdict {
  const { run, stages } = judge(input)
  return { run: besidePast(run, input), stages }
}

function judge(input: RunInput): RunVerdict {
  const { stages, expectChanges, changedFiles, isBench = false } = input
  const verify = diagnoseVerify(stages, input.hasSameTests === true)
  const verified = verify !== null && verify.reason === null
  const verdicts = stages.map((one) =>
    one.stage === 'final_test' && verify !== null
      ? verify
      : diagnose(one.stage === 'agent_run' ? { ...one, verified } : one),
  )
  const failures = verdicts.filter(isFailed)
  const overruled = isBench && verified ? failures.filter(isLeftToTests) : []
  const [first, ...others] = failures
    .filter((one) => !overruled.includes(one))
    .toSorted(isBench ? byBenchPrecedence : byPrecedence)
  if (first !== undefined) return { run: besides(first, others), stages: verdicts }
  if (verify !== null && overruled.length > 0) return { run: inSpiteOf(verify, overruled), stages: verdicts }
  const own =
    verdicts.find(({ stage }) => stage === 'agent_run') ?? verdicts.at(-1) ?? diagnose({ signals: [] })
  if (expectChanges && changedFiles?.length === 0) return { run: withoutChanges(own), stages: verdicts }
  return { run: verified ? { ...own, confidence: 'high' } : own, stages: verdicts }
}

/** Null if verify did not run. */
function diagnoseVerify(stages: RunInput['stages'], hasSameTests: boolean): Diagnosis | null {
  const after = stages.find(({ stage }) => stage === 'final_test')
  if (after === undefined) return null
  const verdict = diagnose(after)
  const before = stages.find(({ stage }) => stage === 'baseline_run')
  if (verdict.reason !== null || before === undefined || !hasSameTests) return verdict
  return diagnoseRemovedTests(before, after, verdict) ?? verdict
}

/** The sort is stable: of equals, the earlier stage stays first. */
const byPrecedence = (a: Failed, b: Failed): number => rankOf(a) - rankOf(b)

/** If reasons share a word of the bench dialect, a reason that the tests can judge better comes last. */
const byBenchPrecedence = (a: Failed, b: Failed): number =>
  benchPrecedence(toBench(a.reason)) - benchPrecedence(toBench(b.reason)) ||
  Number(isLeftToTests(a)) - Number(isLeftToTests(b)) ||
  byPrecedence(a, b)

/** R2. The bench dialect has no word for the failure, or the failure is about the work, which the tests judge. */
const isLeftToTests = ({ stage, reason }: Failed): boolean =>
  stage === 'agent_run' && (toBench(reason) === 'UNKNOWN' || reasons[reason].class === 'work')

type Failed = Diagnosis & { readonly reason: Reason }

const isFailed = (verdict: Diagnosis): verdict is Failed => verdict.reason !== null

/** Lists the failures of other stages as alternatives that lost by precedence. */
function besides(winner: Failed, others: readonly Failed[]): Diagnosis {
  const lost = others.flatMap((one): readonly Alternative[] =>
    wordOf(one) === wordOf(winner)
      ? []
      : [
          {
            reason: wordOf(one),
            rule: one.rule,
            why: `stage ${one.stage} failed too, and ranks below stage ${winner.stage}`,
          },
        ],
  )
  return { ...winner, alternatives: [...winner.alternatives, ...lost] }
}

/** R2. The tests pass, so the unspecific failures of other stages are only alternatives. */
const inSpiteOf = (verify: Diagnosis, overruled: readonly Failed[]): Diagnosis => ({
  ...verify,
  alternatives: [
    ...verify.alternatives,
    ...overruled.map((one) => ({
      reason: wordOf(one),
      rule: one.rule,
      why: `stage ${one.stage} says nothing specific, and the tests pass`,
    })),
  ],
})

/** The run succeeded but changed nothing. */
const withoutChanges = (own: Diagnosis): Diagnosis => ({
  ...own,
  reason: 'NO_CHANGES',
  rule: 'changes.none',
  confidence: 'high',
  evidence: [{ ...signalOfEnding(own.ending, own.stage), message: 'the agent changed no file' }],
})
