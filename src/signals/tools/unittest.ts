import { FailingTests, labelled, unloaded, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const RAN = /^Ran (\d+) tests? in [\d.]+s$/
const RESULT = /^(OK|FAILED|NO TESTS RAN)(?: \(((?:[A-Za-z ]+=\d+(?:, )?)+)\))?$/
const NAMED = /^(?:FAIL|ERROR): (\S.*)$/
/** A placeholder test that the loader reports if a module could not be imported. */
const LOADER =
  /(?:_FailedTest|ModuleImportFailure|LoadTestsFailure|ImportFailure)\b|^ImportError: Failed to import test module|^Failure: (?:ImportError|ModuleNotFoundError|SyntaxError)\b/
const LOAD_ERROR =
  /^(?:ImportError: (?!Failed to import test module)|ModuleNotFoundError: |SyntaxError: |IndentationError: )/
/** Django stops before the first test if the project does not load. */
const USAGE = /^(?:python -m unittest|unittest|manage\.py test|nose2|nosetests): error: /

/** `test_a (shop.tests.Cart.test_a)` and the older `test_a (shop.tests.Cart)` as one dotted name. */
function testName(text: string): string {
  const parts = /^(\S+) \(([\w.]+)\)/.exec(text)
  if (parts === null) return text
  const [, test = '', owner = ''] = parts
  if (/(?:_FailedTest|ModuleImportFailure)/.test(owner)) return test
  return owner.endsWith(`.${test}`) ? owner : `${owner}.${test}`
}

type Run = {
  readonly failing: FailingTests
  /** The number of tests that ran. Null until it is known. */
  ran: number | null
  unloaded: number
  loadError: string
}

const newRun = (): Run => ({ failing: new FailingTests(), ran: null, unloaded: 0, loadError: '' })

function readResult(run: Run, text: string, ran: number): Finding | null {
  const errors = labelled(text, 'errors')
  const failures = labelled(text, 'failures')
  const failed = failures + errors + labelled(text, 'unexpected successes')
  const skipped = labelled(text, 'skipped') + labelled(text, 'SKIP')
  const names = run.failing.list()
  if (run.unloaded > 0 && run.unloaded >= Math.max(errors, ran) && failures === 0)
    return readUnloaded(run.loadError, failed, names)
  if (text.startsWith('FAILED'))
    return verdict({ failed: Math.max(1, failed), passed: Math.max(0, ran - failed - skipped), names })
  return ran > 0 && ran === skipped ? null : verdict({ failed: 0, passed: ran - skipped })
}

/** Every test was a placeholder for a module that could not be imported. */
function readUnloaded(cause: string, failed: number, names: readonly string[]): Finding {
  const missing = /No module named '([\w.]+)'/.exec(cause)?.[1]
  // The named test module does not exist. No code is broken, there is nothing to run.
  return missing !== undefined && names.includes(missing)
    ? { what: 'no-tests', message: cause, inPlace: true }
    : unloaded({ failed, names, cause })
}

function readFailing(run: Run, text: string): Finding | null {
  const named = NAMED.exec(text)?.[1]
  if (named !== undefined && /\(|^[\w.]+$/.test(named)) run.failing.add(testName(named))
  if (named !== undefined && LOADER.test(text)) run.unloaded += 1
  if (run.unloaded === 0 || run.loadError !== '' || !LOAD_ERROR.test(text)) return null
  run.loadError = text
  return { what: 'build-failed', tentative: true }
}

export const unittest: ToolReader = {
  name: 'unittest',
  title: 'unittest, nose and Django',
  cue: /^Ran \d+ test|^OK\b|^FAILED\b|^NO TESTS RAN|^FAIL: |^ERROR: |Error: |^Failure: /,
  open: () => {
    let run = newRun()
    const line = (text: string): Finding | null => {
      const total = RAN.exec(text)?.[1]
      if (total !== undefined) {
        run.ran = Number(total)
        return null
      }
      if (run.ran !== null && RESULT.test(text)) {
        const finding = readResult(run, text, run.ran)
        run = newRun()
        return finding
      }
      return USAGE.test(text) ? { what: 'runner-error' } : readFailing(run, text)
    }
    return { line }
  },
}
