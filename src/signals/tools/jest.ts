import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** PowerShell wraps long lines: the counts may go on in the next one. */
const SUITES = /^Test Suites: +(\d.*)$/
const WRAPPED = /^(?:failed|passed|skipped|pending|todo|total|\d+ \w+),? ?.*total$/
const TESTS = /^Tests: +(?=\d)(.*\d+ total)$/
const SUITE = /^ ?FAIL +(?:\S+ )?(\S+\.[cm]?[jt]sx?|\S+[\\/]\S+)(?: \(.*\))?$/
/** A failing test under its suite: `  ● cart › adds`. */
const TEST = /^ +● (?!Console\b|Test suite failed to run|process\.exit)(\S.*?)$/
const UNLOADED = /^ +● Test suite failed to run/
const COVERAGE =
  /^Jest: (?:Coverage for|coverage threshold for|".*" coverage threshold|Coverage data for)\b.*/i
/** With code 0 that was asked for: `--passWithNoTests`. */
const NONE = /^No tests found, exiting with code 1/
const OWN =
  /^● Validation Error|^● .*Validation (?:Warning|Error)|^Error: Could not (?:find|parse) .*jest\.config|^Jest: Failed to parse the TypeScript config|^Error: Jest: |^(?:Error: )?Can't find a root directory while resolving a config|^\s+at readConfigFileAndSetRootDir |^Unrecognized CLI Parameter/

export const jest: ToolReader = {
  name: 'jest',
  title: 'Jest',
  cue: /^Test Suites: |^Tests: |total$|FAIL |● |^Jest: |^No tests found, exiting|Validation|jest\.config|root directory|readConfigFile|Unrecognized CLI/,
  open: () => {
    const suitesFailing = new FailingTests()
    const failing = new FailingTests()
    const suitesUnloaded = new FailingTests()
    let suite = ''
    let suites = ''
    let unloaded = 0
    let coverage = ''
    const clear = (): void => {
      suitesFailing.take()
      failing.take()
      suitesUnloaded.take()
      ;[suites, unloaded, coverage] = ['', 0, '']
    }
    const result = (tests: string): Finding | null => {
      const failed = count(tests, 'failed')
      const passed = count(tests, 'passed')
      const failedSuites = count(suites, 'failed')
      const unnamed = failing.count === 0 ? suitesFailing : suitesUnloaded
      const names = [...failing.list(), ...unnamed.list()].slice(0, 20)
      const ran = failed + passed
      if (failedSuites > 0 && ran === 0 && (unloaded > 0 || /^0 total/.test(tests)))
        return { what: 'build-failed', detail: { failed: failedSuites, passed: 0, names } }
      if (failed + failedSuites > 0) return verdict({ failed: failed || failedSuites, passed, names })
      if (coverage !== '')
        return { what: 'tests-failed', message: coverage, inPlace: true, detail: { failed: 0, passed } }
      return ran === 0 && count(tests, 'skipped') + count(tests, 'todo') > 0
        ? null
        : verdict({ failed, passed })
    }
    const line = (text: string): Finding | null => {
      const tests = TESTS.exec(text)?.[1]
      if (tests !== undefined && suites !== '') {
        const finding = result(tests)
        clear()
        return finding
      }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (OWN.test(text)) return { what: 'runner-error', tentative: true }
      if (suites !== '' && !suites.endsWith('total') && WRAPPED.test(text)) suites += ` ${text}`
      suites = SUITES.exec(text)?.[1] ?? suites
      if (UNLOADED.test(text)) {
        unloaded += 1
        suitesUnloaded.add(suite)
      } else failing.add(TEST.exec(text)?.[1])
      if (COVERAGE.test(text)) {
        coverage ||= text
        return { what: 'tests-failed', tentative: true }
      }
      const failed = SUITE.exec(text)?.[1]
      if (failed === undefined) return null
      suite = failed
      suitesFailing.add(suite)
      return { what: 'tests-failed', tentative: true, detail: { names: suitesFailing.list() } }
    }
    return { line }
  },
}
