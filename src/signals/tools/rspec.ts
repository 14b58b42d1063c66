import { count, FailingTests, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const COUNTS =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/
const NAMED = /^rspec (\S+)(?: # (.*))?$/
const LOADING = /^An error occurred while loading (\S+?)\.?(?: - Did you mean\?)?$/
const LOAD_ERROR = /^(?:LoadError|NameError|SyntaxError|NoMethodError|ArgumentError|\w+(?:::\w+)*Error):?$/
/** The report of a failed example. In a run that was cut off, there is nothing else. */
const REPORTED = /^ {5}Failure\/Error: \S/
const USAGE = /^invalid option: |^rspec: invalid option/
const MINITEST =
  /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?/
/** Minitest names the test on the line after `  1) Failure:`. */
const MINITEST_NAMED = /^(?:\w+(?:::\w+)*#(test_\S+|\S+)(?: \[.*\])?:|(test_\w+)\(\w+(?:::\w+)*\).*)$/

type Run = {
  readonly failing: FailingTests
  failed: number
  passed: number
  /** The file that could not be loaded. `error` is the cause. */
  loading: string
  error: string
}

/** `3 examples, 1 failure`. The names of the failed examples follow. */
function readExamples(run: Run, counts: RegExpExecArray): Finding | null {
  const [examples = 0, failures = 0, pending = 0, errors = 0] = counts
    .slice(1)
    .map((value) => Number(value ?? 0))
  run.failed = failures + errors
  run.passed = examples - failures - pending
  run.failing.take()
  if (errors > 0 && examples === 0) return readUnloaded(run)
  if (run.failed === 0 && run.passed === 0 && pending > 0) return null
  const finding = verdict({ failed: run.failed, passed: run.passed })
  return run.failed > 0 ? soFar(finding) : finding
}

function readUnloaded(run: Run): Finding {
  const { loading, error, failed } = run
  // The requested file does not exist. No code is broken, there is nothing to run.
  const isGone = loading !== '' && error.endsWith(loading.replace(/^\.\//, ''))
  ;[run.loading, run.error] = ['', '']
  return {
    what: isGone ? 'no-tests' : 'build-failed',
    ...(error === '' ? {} : { message: error }),
    inPlace: true,
    detail: { failed, passed: 0 },
  }
}

function readMinitest(run: Run, text: string, counts: RegExpExecArray): Finding {
  const failed = count(text, 'failures') + count(text, 'errors')
  const passed = Number(counts[1]) - failed - Number(counts[4] ?? 0)
  return verdict({ failed, passed, names: run.failing.take() })
}

/** The error is on two lines: its class, then its message. */
function readLoading(run: Run, text: string): Finding | null {
  run.loading = LOADING.exec(text)?.[1] ?? run.loading
  if (run.loading === '') return null
  if (LOAD_ERROR.test(text)) {
    run.error = text
    return null
  }
  if (!/^ {2}\S/.test(text) || !LOAD_ERROR.test(run.error)) return null
  run.error = `${run.error} ${text.trim()}`
  return { what: 'build-failed', message: run.error, tentative: true }
}

function readLine(run: Run, text: string): Finding | null {
  const examples = COUNTS.exec(text)
  if (examples !== null) return readExamples(run, examples)
  const minitest = MINITEST.exec(text)
  if (minitest !== null) return readMinitest(run, text, minitest)
  const named = NAMED.exec(text)
  if (named !== null && run.failed > 0) {
    run.failing.add(named[2] ?? named[1])
    return soFar(verdict({ failed: run.failed, passed: run.passed, names: run.failing.list() }), false)
  }
  if (REPORTED.test(text)) return { what: 'tests-failed', tentative: true }
  if (MINITEST_NAMED.test(text)) run.failing.add(text.replace(/ \[.*|:$/g, ''))
  return USAGE.test(text) ? { what: 'runner-error', tentative: true } : readLoading(run, text)
}

export const rspec: ToolReader = {
  name: 'rspec',
  title: 'RSpec and Minitest',
  cue: /^\d+ (?:examples?|runs|tests), |^rspec |^An error occurred|Failure\/Error: |Error:?$|^ {2}\S|invalid option|^\w[\w:]*#\S.*:$|^test_\w+\(/,
  open: () => {
    const run: Run = { failing: new FailingTests(), failed: 0, passed: 0, loading: '', error: '' }
    return { line: (text) => readLine(run, text) }
  },
}
