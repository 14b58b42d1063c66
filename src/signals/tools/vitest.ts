import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const FILES = /^\s*Test Files +(\d.*)$/
const TESTS = /^\s*Tests +(\d.*|no tests)$/
/** Under the failed suites and tests: ` FAIL  cart.test.js > cart > adds`, with the project's name before it. */
const NAMED = /^ *FAIL +(?:\|\S+\| )?(\S+\.[cm]?[jt]sx?(?:\s+>\s.+|\s+\[ .+ \]))$/
const MARKED = /^\s+[×✗] (\S.*?)(?: \d+ ?ms)?$/
/** With code 0 that was asked for: `--passWithNoTests`. */
const NONE = /^No test (?:files|suite) found, exiting with code 1/
const NO_SUITE = /^(?:Error: )?No test suite found in file /
const OWN =
  /^[\s⎯]*Startup Error\b|^CACError: |^failed to load config from .*vite(?:st)?\.config|^MISSING DEPENDENCY /
const UNHANDLED = /^Vitest caught \d+ unhandled errors? during the test run/
const COVERAGE = /^ERROR: Coverage for \w+ \([\d.]+%\) does not meet/
const LOAD_ERROR =
  /^(?:Error: (?:Cannot find (?:module|package)|Failed to (?:resolve|load)|Transform failed|Failed to parse)|SyntaxError: |ReferenceError: |TypeError: |RolldownError|Error: )/

export const vitest: ToolReader = {
  name: 'vitest',
  title: 'Vitest',
  cue: /^\s+[×✗] |Test Files |Tests +(?:\d|no tests)|FAIL |No test (?:files|suite) found|Startup Error|CACError|failed to load config|MISSING DEPENDENCY|unhandled error|^ERROR: Coverage|Error: |RolldownError/,
  open: () => {
    const failing = new FailingTests()
    /** Marked as the tests ran: used where no list names them again. */
    const marked = new FailingTests()
    let files = ''
    let noSuites = 0
    let loadError = ''
    let unhandled = ''
    const result = (tests: string): Finding | null => {
      const [failed, passed, failedFiles] = [
        count(tests, 'failed'),
        count(tests, 'passed'),
        count(files, 'failed'),
      ]
      const names = failing.count > 0 ? failing.take() : marked.list()
      marked.take()
      const cause = loadError === '' ? {} : { message: loadError }
      const empty = noSuites
      const caught = unhandled
      ;[files, noSuites, loadError, unhandled] = ['', 0, '', '']
      if (failed + passed === 0 && failedFiles > 0) {
        if (empty >= failedFiles) return { what: 'no-tests', detail: { failed: 0, passed: 0 } }
        return {
          what: 'build-failed',
          ...cause,
          inPlace: true,
          detail: { failed: failedFiles, passed: 0, names },
        }
      }
      if (failed + failedFiles > 0) return verdict({ failed: failed || failedFiles, passed, names })
      if (failed + passed === 0 && count(tests, 'skipped') + count(tests, 'todo') > 0) return null
      return caught === ''
        ? verdict({ failed, passed })
        : { what: 'tests-failed', message: caught, inPlace: true, detail: { failed, passed } }
    }
    const line = (text: string): Finding | null => {
      marked.add(MARKED.exec(text)?.[1])
      files = FILES.exec(text)?.[1] ?? files
      const tests = TESTS.exec(text)?.[1]
      if (tests !== undefined && files !== '') return result(tests)
      if (UNHANDLED.test(text)) {
        unhandled = text
        return { what: 'tests-failed', tentative: true }
      }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (OWN.test(text)) return { what: 'runner-error', tentative: true }
      if (NO_SUITE.test(text)) noSuites += 1
      if (COVERAGE.test(text)) return { what: 'tests-failed' }
      const named = NAMED.exec(text)?.[1]
      if (named === undefined && (failing.count === 0 || loadError !== '' || !LOAD_ERROR.test(text)))
        return null
      if (named === undefined) loadError = text
      failing.add(named?.replace(/\s+\[ .+ \]$/, ''))
      return { what: 'tests-failed', tentative: true, detail: { names: failing.list() } }
    }
    return { line }
  },
}
