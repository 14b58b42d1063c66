import { FailingTests, labelled, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/**
 * One line for each test project: `Failed!  - Failed:     2, Passed:    10, Skipped:     0, Total:    12, …`. The words
 * are those of the user's language. The order of the counts is always the same.
 */
const COUNT = String.raw`[^\s:,][^:,]{0,30}: +(\d+), `
const PROJECT = new RegExp(
  String.raw`^\s*[^\s!]{1,20}\s?! {1,4}- ${COUNT}${COUNT}${COUNT}[^\s:,][^:,]{0,30}: +\d+`,
)
/** The newer summary: `Test summary: total: 12, failed: 2, succeeded: 10, skipped: 0, duration: 1.2s`. */
const SUMMARY = /^\s*Test summary: total: \d+, failed: \d+, succeeded: \d+, skipped: \d+/i
/** Old versions on one line: `Total tests: 5. Passed: 4. Failed: 1. Skipped: 0.` */
const ONE_LINE = /^\s*Total tests: \d+\. Passed: (\d+)\. Failed: (\d+)\. Skipped: \d+\./
/** The older summary, with each count on its own line. */
const OLD = /^\s*(Total tests|Passed|Failed|Skipped): +(\d+)/
const OLD_ENDS = /^\s*Total time: [\d.]+ (?:Seconds|Minutes)|^Test Run (?:Failed|Successful)\./
const NAMED = /^\s*(?:Failed|X|failed) ((?:[\w.+`]+\.)?\w[^\s]*(?:\(.*\))?) \[?(?:<? ?[\d.]+ ?m?s)/
const NONE = /^\s*No test (?:is available in|matches the given testcase filter)/
const OWN =
  /^(?:The argument .* is invalid|Testhost process .* exited with error|The active test run was aborted|MSBUILD : error MSB1\d{3}: )/

export const dotnetTest: ToolReader = {
  name: 'dotnet-test',
  title: 'dotnet test',
  cue: /! {1,4}- [^:,]{1,30}: +\d|Test summary: |^\s*(?:Total tests|Passed|Failed|Skipped): |Total time: |^Test Run |^\s*(?:Failed|X|failed) \S|No test (?:is|matches)|^The (?:argument|active)|^Testhost|^MSBUILD/,
  open: () => {
    const failing = new FailingTests()
    let total = { failed: 0, passed: 0 }
    let old: Record<string, number> = {}
    const add = (failed: number, passed: number): Finding => {
      total = { failed: total.failed + failed, passed: total.passed + passed }
      return soFar(verdict({ ...total, names: failing.list() }), total.failed === 0 || failed > 0)
    }
    const line = (text: string): Finding | null => {
      failing.add(NAMED.exec(text)?.[1])
      const [, projectFailed, projectPassed] = PROJECT.exec(text) ?? []
      if (projectPassed !== undefined) return add(Number(projectFailed), Number(projectPassed))
      if (SUMMARY.test(text))
        return verdict({
          failed: labelled(text, 'failed'),
          passed: labelled(text, 'succeeded'),
          names: failing.list(),
        })
      const [, passed, failed] = ONE_LINE.exec(text) ?? []
      if (passed !== undefined) return add(Number(failed), Number(passed))
      const [, word, value] = OLD.exec(text) ?? []
      if (word !== undefined) old[word] = Number(value)
      // The line with the number is better proof than the last line of the summary.
      if (word === 'Failed' && 'Total tests' in old && Number(value) > 0)
        return soFar(verdict({ failed: total.failed + Number(value), passed: total.passed }))
      if (OLD_ENDS.test(text) && 'Total tests' in old) {
        const { Failed = 0, Passed = 0 } = old
        old = {}
        const finding = add(Failed, Passed)
        return Failed > 0 ? { ...finding, inPlace: true } : finding
      }
      if (NONE.test(text))
        return total.failed + total.passed > 0 ? null : { what: 'no-tests', tentative: true }
      return OWN.test(text) ? { what: 'runner-error' } : null
    }
    return { line }
  },
}
