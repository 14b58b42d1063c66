import type { Shape } from '../reasons/shape.ts'
import type { Signal } from '../signals/signal.ts'
import { MOST_NAMES } from '../signals/tools/tool-reader.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { testRunSchema } from './test-schemas.ts'

/** The test results of one run of a command. */
export type TestRun = Shape<typeof testRunSchema>

/** A list of more failing tests does not help a reader. */
export const SHOWN_NAMES = 20

/** Are all failing tests named? */
export const isWhole = ({ failed, names }: TestRun): boolean => failed <= names.length

/** Null if the command did not reach its tests, or did not name a failing one. */
export function readTests(
  { reason, ending }: Pick<Diagnosis, 'reason' | 'ending'>,
  signals: readonly Signal[],
): TestRun | null {
  if (ending.kind !== 'exit' || (reason !== null && reason !== 'TESTS_FAILED')) return null
  // An earlier summary that a later one corrected does not count.
  const told = signals.filter(({ resolved }) => !resolved)
  const failures = told.filter(({ what }) => what === 'tests-failed')
  const successes = told.filter(({ what }) => what === 'tests-passed')
  const passed = sum([...failures, ...successes].map(({ detail }) => detail.passed ?? 0))
  if (reason === null) return { failed: 0, passed, names: [] }
  const names = new Set(failures.flatMap(({ detail }) => detail.names ?? []))
  if (names.size === 0) return null
  const failed = sum(failures.map(({ detail }) => Math.max(detail.failed ?? 0, detail.names?.length ?? 0)))
  return { failed: Math.max(failed, names.size), passed, names: [...names].slice(0, MOST_NAMES) }
}

const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0)
