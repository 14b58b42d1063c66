import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const COUNT = /^ℹ (tests|pass|fail|cancelled|skipped|todo|duration_ms) (\d+)/
/** After the counts every failing test is named once more, at the start of a line. */
const NAMED = /^✖ (?!failing tests:)(\S.*?) \([\d.]+ms\)/
const LOAD_ERROR =
  /^(?:Error(?: \[\w+\])?: Cannot find (?:module|package)|Error \[ERR_MODULE_NOT_FOUND\]|SyntaxError: |SyntaxError \[)/
const NOT_FOUND = /^Could not find '.*'$/
const BAD_OPTION = /(?:^|[\\/ ])node(?:\.exe)?: bad option: /

export const nodeTest: ToolReader = {
  name: 'node-test',
  title: "Node's test runner",
  cue: /^ℹ (?:tests|pass|fail|cancelled|skipped|todo|duration_ms) |^✖ |Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|^SyntaxError|^Could not find '|bad option: /,
  open: () => {
    const failing = new FailingTests()
    let counts: Record<string, number> = {}
    let loadError = ''
    const result = (): Finding | null => {
      const { tests = 0, pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = counts
      const failed = fail + cancelled
      if (failed > 0 && pass === 0 && loadError !== '') {
        return {
          what: 'build-failed',
          message: loadError,
          inPlace: true,
          tentative: true,
          detail: { failed, passed: 0, names: failing.list() },
        }
      }
      if (tests > 0 && tests === skipped + todo) return null
      return { ...verdict({ failed, passed: pass, names: failing.list() }), tentative: true, inPlace: true }
    }
    const line = (text: string): Finding | null => {
      const [, word = '', value = ''] = COUNT.exec(text) ?? []
      // The failing tests are named again below the counts, without the suites around them.
      if (word === 'tests') {
        counts = {}
        failing.take()
      }
      if (word !== '') counts[word] = Number(value)
      if (word === 'fail')
        return { ...verdict({ failed: Number(value), passed: counts['pass'] ?? 0 }), tentative: true }
      if (word === 'duration_ms') return result()
      if (NOT_FOUND.test(text)) return { what: 'no-tests' }
      if (BAD_OPTION.test(text)) return { what: 'runner-error' }
      if (LOAD_ERROR.test(text) && loadError === '') loadError = text
      const named = NAMED.exec(text)?.[1]
      if (named === undefined) return null
      failing.add(named)
      return 'duration_ms' in counts ? result() : null
    }
    return { line }
  },
}
