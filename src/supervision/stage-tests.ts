/** The tests that the stages of a run executed, and how the failing ones compare with known results. */
import { shows } from '../reasons/table.ts'
import { compareTests, type KnownTests, type TestComparison } from '../diagnosis/compare-tests.ts'
import type { RunVerdict } from '../diagnosis/diagnose-run.ts'
import { readTests, SHOWN_NAMES } from '../diagnosis/test-run.ts'
import type { Stage } from '../reasons/stages.ts'
import type { RunDiagnosis, StageTests } from '../record/run-result.ts'
import { isBenchAttempt } from '../record/run.ts'
import type { RunSpec } from './run-spec.ts'
import type { StageOutcome } from './stage-outcome.ts'
import { codeOf, folderIn } from './tested-code.ts'

type Tested = {
  readonly spec: RunSpec
  readonly outcomes: readonly StageOutcome[]
  /** The code that verify tested; null if it is not known. */
  readonly codeAfter?: string | null
}

const TESTING: ReadonlySet<Stage> = new Set(['baseline_run', 'final_test'])

/** The code of the baseline and the code of verify differ, unless the agent changed nothing. */
export function testsOf({ stages }: RunVerdict, findings: Tested): readonly StageTests[] {
  const { spec, outcomes, codeAfter = null } = findings
  return outcomes.flatMap(({ spec: { stage, command }, reading }, at): readonly StageTests[] => {
    const verdict = stages[at]
    const tests = verdict === undefined ? null : readTests(verdict, reading.signals)
    if (tests === null || !TESTING.has(stage) || isBenchAttempt(spec)) return []
    const code = stage === 'baseline_run' ? codeOf(spec.baseline) : codeAfter
    return [{ stage, command, folder: folderIn(spec.baseline, spec.cwd), code, ...tests }]
  })
}

/** Null if verify did not decide, or if no comparison was requested. */
export function comparedIn(
  { run }: RunVerdict,
  tests: readonly StageTests[],
  known: KnownTests | undefined,
): TestComparison | null {
  const now = tests.find(({ stage }) => stage === 'final_test')
  const isDecided = run.stage === 'final_test' && shows(run.reason, 'tests')
  return known === undefined || now === undefined || !isDecided ? null : compareTests(now, known)
}

/** The next attempt must know the new failures. */
export function withComparison(diagnosis: RunDiagnosis, compared: TestComparison | null): RunDiagnosis {
  if (compared === null) return diagnosis
  const fresh = compared.kinds?.new ?? []
  const [decisive, ...others] = diagnosis.evidence
  return {
    ...diagnosis,
    evidence: [
      ...(decisive === undefined ? [] : [withoutOld(decisive, compared)]),
      { source: 'mayday', file: null, line: null, byteOffset: null, excerpt: proofOf(compared) },
      ...others,
    ],
    ...(fresh.length === 0 ? {} : { failing: fresh.slice(0, SHOWN_NAMES) }),
    compared,
  }
}

const PROOF_NAMES = 3

/** The comparison, with the first new failures by name. */
function proofOf({ kinds, words }: TestComparison): string {
  const fresh = (kinds?.new ?? []).slice(0, PROOF_NAMES)
  return fresh.length === 0 ? words : `${words}; new: ${fresh.join(', ')}`
}

/** The line before the decisive one explains nothing if it is about a test that failed before. */
function withoutOld(
  { context, ...evidence }: RunDiagnosis['evidence'][number],
  { kinds }: TestComparison,
): RunDiagnosis['evidence'][number] {
  const known = [...(kinds?.old ?? []), ...(kinds?.flaky ?? []).map(({ name }) => name)]
  const isOld = context === undefined || known.some((name) => context.includes(name))
  return isOld ? evidence : { ...evidence, context }
}
