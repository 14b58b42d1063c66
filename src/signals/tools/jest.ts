import { count, FailingTests, verdict } from './test-run.ts'
import { MOST_NAMES, type Finding, type ToolReader } from './tool-reader.ts'

/** PowerShell wraps long lines, so the counts may continue on the next line. */
const SUITES = /^Test Suites: +(\d.*)$/
const WRAPPED = /^(?:failed|passed|skipped|pending|todo|total|\d+ \w).*total$/
const TESTS = /^Tests: +(?=\d)(.*\d total)$/
const SUITE = /^ ?FAIL +(?:\S+ )?(\S+\.[cm]?[jt]sx?|\S+[\\/]\S+)(?: \(.*\))?$/
/** A failing test under its suite: `  ● cart › adds`. */
const TEST = /^ +● (?!Console\b|Test suite failed to run|process\.exit)(\S.*?)$/
const UNLOADED = /^ +● Test suite failed to run/
const COVERAGE =
  /^Jest: (?:Coverage for|coverage threshold for|".*" coverage threshold|Coverage data for)\b.*/i
/** Exit code 0 means that the user allowed it: `--passWithNoTests`. */
const NONE = /^No tests found(?:, exiting with code 1|$)/
const OWN =
  /^● Validation Error|^● .*Validation (?:Warning|Error)|^Error: Could not (?:find|parse) .*jest\.config|^Jest: Failed to parse the TypeScript config|^(?:\w*Error: )?Jest: (?:Got error running|Failed to)\b|^Error: Jest: |^(?:Error: )?Can't find a root directory while resolving a config|^\s+at readConfigFileAndSetRootDir |^Unrecognized CLI Parameter/

type Run = {
  readonly failing: FailingTests
  readonly failingSuites: FailingTests
  readonly unloadedSuites: FailingTests
  /** The counts of suites. They are above those of tests. */
  suites: string
  unloaded: number
  coverage: string
}

const newRun = (): Run => ({
  failing: new FailingTests(),
  failingSuites: new FailingTests(),
  unloadedSuites: new FailingTests(),
  suites: '',
  unloaded: 0,
  coverage: '',
})

function readResult(run: Run, tests: string): Finding | null {
  const { failing, failingSuites, unloadedSuites, coverage } = run
  const failed = count(tests, 'failed')
  const passed = count(tests, 'passed')
  const failedSuites = count(run.suites, 'failed')
  const unnamed = failing.count === 0 ? failingSuites : unloadedSuites
  const names = [...failing.list(), ...unnamed.list()].slice(0, MOST_NAMES)
  const ran = failed + passed
  if (failedSuites > 0 && ran === 0 && (run.unloaded > 0 || /^0 total/.test(tests)))
    return { what: 'build-failed', detail: { failed: failedSuites, passed: 0, names } }
  if (failed + failedSuites > 0) return verdict({ failed: failed || failedSuites, passed, names })
  if (coverage !== '')
    return { what: 'tests-failed', message: coverage, inPlace: true, detail: { failed: 0, passed } }
  const isOnlySkipped = ran === 0 && count(tests, 'skipped') + count(tests, 'todo') > 0
  return isOnlySkipped ? null : verdict({ failed, passed })
}

function readSuites(run: Run, text: string): void {
  if (run.suites !== '' && !run.suites.endsWith('total') && WRAPPED.test(text)) run.suites += ` ${text}`
  run.suites = SUITES.exec(text)?.[1] ?? run.suites
}

function readFailing(run: Run, text: string, suite: string): void {
  if (!UNLOADED.test(text)) {
    run.failing.add(TEST.exec(text)?.[1])
    return
  }
  run.unloaded += 1
  run.unloadedSuites.add(suite)
}

export const jest: ToolReader = {
  name: 'jest',
  title: 'Jest',
  cue: /^Test Suites: |^Tests: |total$|FAIL |● |^Jest: |^No tests found|Validation|jest\.config|root directory|readConfigFile|Unrecognized CLI/,
  open: () => {
    let run = newRun()
    /** The suite whose failures are being listed. */
    let suite = ''
    const line = (text: string): Finding | null => {
      const tests = TESTS.exec(text)?.[1]
      if (tests !== undefined && run.suites !== '') {
        const finding = readResult(run, tests)
        run = newRun()
        return finding
      }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (OWN.test(text)) return { what: 'runner-error', tentative: true }
      readSuites(run, text)
      readFailing(run, text, suite)
      if (COVERAGE.test(text)) {
        run.coverage ||= text
        return { what: 'tests-failed', tentative: true }
      }
      const failed = SUITE.exec(text)?.[1]
      if (failed === undefined) return null
      suite = failed
      run.failingSuites.add(suite)
      return { what: 'tests-failed', tentative: true, detail: { names: run.failingSuites.list() } }
    }
    return { line }
  },
}
