import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const STARTS = /^bun test v\d/
const COUNT = /^ (\d+) (pass|fail|skip|todo|errors?)$/
const RAN = /^Ran (\d+) tests? across (\d+) files?\./
const NAMED = /^(?:\(fail\)|✗) (\S.*?)(?: \[[\d.]+m?s\])?$/
const LOAD_ERROR =
  /^error: (?:Cannot find (?:module|package)|Could not resolve|Unexpected |Expected |Syntax Error)/
const NONE =
  /^No tests found!|^The following filters did not match any test files|^error: regex .* matched 0 tests/

export const bunTest: ToolReader = {
  name: 'bun-test',
  title: 'bun test',
  cue: /^bun test v|^ \d+ (?:pass|fail|skip|todo|errors?)$|^Ran \d+ tests? across|^\(fail\)|^✗ |^error: |^No tests found!|^The following filters/,
  open: () => {
    const failing = new FailingTests()
    let counts: Record<string, number> = {}
    let loadError = ''
    let isBun = false
    const result = (): Finding => {
      const { pass = 0, fail = 0, error = 0 } = counts
      const names = failing.take()
      const message = loadError
      ;[counts, loadError] = [{}, '']
      if (pass === 0 && message !== '' && names.length === 0)
        return { what: 'build-failed', message, inPlace: true, detail: { failed: fail, passed: 0 } }
      return { ...verdict({ failed: fail || error, passed: pass, names }), inPlace: true }
    }
    const line = (text: string): Finding | null => {
      if (STARTS.test(text)) {
        failing.take()
        ;[counts, loadError, isBun] = [{}, '', true]
      }
      failing.add(NAMED.exec(text)?.[1])
      const [, value = '', word = ''] = COUNT.exec(text) ?? []
      if (word !== '') counts[word === 'errors' ? 'error' : word] = Number(value)
      if (RAN.test(text)) return result()
      // The count is the better proof; `Ran` says only how many there were.
      if (word === 'fail' && counts.pass !== undefined && Number(value) > 0 && loadError === '')
        return {
          what: 'tests-failed',
          tentative: true,
          detail: { failed: Number(value), passed: counts.pass },
        }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (!isBun || loadError !== '' || !LOAD_ERROR.test(text)) return null
      loadError = text
      return { what: 'build-failed', tentative: true }
    }
    return { line }
  },
}
