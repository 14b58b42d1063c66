import { count, FailingTests, unloaded, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const FILES = /^\s*Test Files +(\d.*)$/
const TESTS = /^\s*Tests +(\d.*|no tests)$/
/**
 * A line below the failed suites and tests: ` FAIL  cart.test.js > cart > adds`. The project's name may be before
 * it.
 */
const NAMED = /^ *FAIL +(?:\|\S+\| )?(\S+\.[cm]?[jt]sx?(?:\s+>\s.+|\s+\[ .+ \]))$/
const MARKED = /^\s+[×✗] (\S.*?)(?: \d+ ?ms)?$/
/** Exit code 0 means that the user allowed it: `--passWithNoTests`. */
const NONE = /^No test (?:files|suite) found, exiting with code 1/
const NO_SUITE = /^(?:Error: )?No test suite found in file /
const OWN =
  /^[\s⎯]*Startup Error\b|^CACError: |^failed to load config from .*vite(?:st)?\.config|^MISSING DEPENDENCY /
/**
 * The line after the heading of a startup error, if a file or package that an option or the configuration names is
 * missing.
 */
const NOT_LOADED = /^Error: (?:Failed to load (?:custom |url )|Cannot find (?:module|package) )/
const UNHANDLED = /^Vitest caught \d+ unhandled errors? during the test run/
const COVERAGE = /^ERROR: Coverage for \w+ \([\d.]+%\) does not meet/
const LOAD_ERROR =
  /^(?:Error: (?:Cannot find (?:module|package)|Failed to (?:resolve|load)|Transform failed|Failed to parse)|SyntaxError: |ReferenceError: |TypeError: |RolldownError|Error: )/

type Run = {
  readonly failing: FailingTests
  /** Failed tests, marked during the run. They are used if no list names them again. */
  readonly marked: FailingTests
  /** The counts of files. They are above those of tests. */
  files: string
  noSuites: number
  loadError: string
  unhandled: string
  /** The heading of a startup error was the line before. */
  isStarting: boolean
}

const newRun = (): Run => ({
  failing: new FailingTests(),
  marked: new FailingTests(),
  files: '',
  noSuites: 0,
  loadError: '',
  unhandled: '',
  isStarting: false,
})

function readResult(
  { failing, marked, files, noSuites, loadError, unhandled }: Run,
  tests: string,
): Finding | null {
  const failed = count(tests, 'failed')
  const passed = count(tests, 'passed')
  const failedFiles = count(files, 'failed')
  const names = failing.count > 0 ? failing.list() : marked.list()
  if (failed + passed === 0 && failedFiles > 0)
    return noSuites >= failedFiles
      ? { what: 'no-tests', detail: { failed: 0, passed: 0 } }
      : unloaded({ failed: failedFiles, names, cause: loadError })
  if (failed + failedFiles > 0) return verdict({ failed: failed || failedFiles, passed, names })
  if (failed + passed === 0 && count(tests, 'skipped') + count(tests, 'todo') > 0) return null
  return unhandled === ''
    ? verdict({ failed, passed })
    : { what: 'tests-failed', message: unhandled, inPlace: true, detail: { failed, passed } }
}

/** Reads the name of a failed test, or the first error below one. The error may say that a file did not load. */
function readFailing(run: Run, text: string): Finding | null {
  const named = NAMED.exec(text)?.[1]
  if (named === undefined) {
    if (run.failing.count === 0 || run.loadError !== '' || !LOAD_ERROR.test(text)) return null
    run.loadError = text
  }
  run.failing.add(named?.replace(/\s{1,4}\[ .{1,300} \]$/, ''))
  return { what: 'tests-failed', tentative: true, detail: { names: run.failing.list() } }
}

export const vitest: ToolReader = {
  name: 'vitest',
  title: 'Vitest',
  cue: /^\s+[×✗] |Test Files |Tests +(?:\d|no tests)|FAIL |No test (?:files|suite) found|Startup Error|CACError|failed to load config|MISSING DEPENDENCY|unhandled error|^ERROR: Coverage|Error: |RolldownError/,
  open: () => {
    let run = newRun()
    const line = (text: string): Finding | null => {
      run.marked.add(MARKED.exec(text)?.[1])
      run.files = FILES.exec(text)?.[1] ?? run.files
      const tests = TESTS.exec(text)?.[1]
      if (tests !== undefined && run.files !== '') {
        const finding = readResult(run, tests)
        run = newRun()
        return finding
      }
      if (UNHANDLED.test(text)) {
        run.unhandled = text
        return { what: 'tests-failed', tentative: true }
      }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (run.isStarting && NOT_LOADED.test(text)) return { what: 'install-failed' }
      run.isStarting = OWN.test(text)
      if (run.isStarting) return { what: 'runner-error', tentative: true }
      if (NO_SUITE.test(text)) run.noSuites += 1
      return COVERAGE.test(text) ? { what: 'tests-failed' } : readFailing(run, text)
    }
    return { line }
  },
}
