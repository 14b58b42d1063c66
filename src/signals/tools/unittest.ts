import { FailingTests, labelled, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const RAN = /^Ran (\d+) tests? in [\d.]+s$/
const RESULT = /^(OK|FAILED|NO TESTS RAN)(?: \(((?:[A-Za-z ]+=\d+(?:, )?)+)\))?$/
const NAMED = /^(?:FAIL|ERROR): (\S.*)$/
/** A stand-in test that the loader reports where a module could not be imported. */
const LOADER =
  /(?:_FailedTest|ModuleImportFailure|LoadTestsFailure|ImportFailure)\b|^ImportError: Failed to import test module|^Failure: (?:ImportError|ModuleNotFoundError|SyntaxError)\b/
const LOAD_ERROR =
  /^(?:ImportError: (?!Failed to import test module)|ModuleNotFoundError: |SyntaxError: |IndentationError: )/
/** Django gives up before the first test where the project itself does not load. */
const USAGE = /^(?:python -m unittest|unittest|manage\.py test|nose2|nosetests): error: /

/** `test_a (shop.tests.Cart.test_a)` and the older `test_a (shop.tests.Cart)` as one dotted name. */
function testName(text: string): string {
  const parts = /^(\S+) \(([\w.]+)\)/.exec(text)
  if (parts === null) return text
  const [, test = '', owner = ''] = parts
  if (/(?:_FailedTest|ModuleImportFailure)/.test(owner)) return test
  return owner.endsWith(`.${test}`) ? owner : `${owner}.${test}`
}

export const unittest: ToolReader = {
  name: 'unittest',
  title: 'unittest, nose and Django',
  cue: /^Ran \d+ test|^OK\b|^FAILED\b|^NO TESTS RAN|^FAIL: |^ERROR: |Error: |^Failure: /,
  open: () => {
    const failing = new FailingTests()
    let ran: number | null = null
    let unloaded = 0
    let loadError = ''
    const result = (text: string, total: number): Finding | null => {
      const failed =
        labelled(text, 'failures') + labelled(text, 'errors') + labelled(text, 'unexpected successes')
      const skipped = labelled(text, 'skipped') + labelled(text, 'SKIP')
      const names = failing.take()
      const broken =
        unloaded > 0 &&
        unloaded >= labelled(text, 'errors') &&
        labelled(text, 'failures') === 0 &&
        total <= unloaded
      const message = loadError
      const missing = /No module named '([\w.]+)'/.exec(message)?.[1]
      ;[ran, unloaded, loadError] = [null, 0, '']
      // The named test module itself is not there: no code is broken, there is nothing to run.
      if (broken && missing !== undefined && names.includes(missing))
        return { what: 'no-tests', message, inPlace: true }
      if (broken)
        return {
          what: 'build-failed',
          ...(message === '' ? {} : { message }),
          inPlace: true,
          detail: { failed, passed: 0, names },
        }
      if (text.startsWith('FAILED'))
        return verdict({ failed: Math.max(1, failed), passed: Math.max(0, total - failed - skipped), names })
      return total > 0 && total === skipped ? null : verdict({ failed: 0, passed: total - skipped })
    }
    const line = (text: string): Finding | null => {
      const total = RAN.exec(text)?.[1]
      if (total !== undefined) {
        ran = Number(total)
        return null
      }
      if (ran !== null && RESULT.test(text)) return result(text, ran)
      if (USAGE.test(text)) return { what: 'runner-error' }
      const named = NAMED.exec(text)?.[1]
      if (named !== undefined && /\(|^[\w.]+$/.test(named)) failing.add(testName(named))
      if (LOADER.test(text) && named !== undefined) unloaded += 1
      if (unloaded === 0 || loadError !== '' || !LOAD_ERROR.test(text)) return null
      loadError = text
      return { what: 'build-failed', tentative: true }
    }
    return { line }
  },
}
