import { FailingTests, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const STARTS = /^Running (\d+) tests? using \d+ workers?/
/** The closing counts, each on its own line. The failing tests are listed below their count. */
const COUNT =
  /^ {2}(\d+) (failed|interrupted|flaky|skipped|did not run|passed|error was not a part of any test|errors were not a part of any test)(?: \([\d.]+m?s?\)| \([\d.]+[hm]\))?(?:, see above for details)?$/
const LISTED = /^ {4}(?:\[[^\]]+\] › )?(\S+:\d+:\d+ › .*?)(?: ─+)?$/
/** The heading of a failed test's report: `  1) [chromium] › login.spec.ts:15:1 › shows ───`. */
const REPORTED = /^ {2}\d+\) (?:\[[^\]]+\] › )?\S+:\d+:\d+ › /
const NONE = /^Error: No tests found\b/
const OWN =
  /^Error: Project\(s\) .* not found|^(?:SyntaxError|Error|TypeError): .*playwright\.config\.|^error: unknown option .*/
/** The server that the tests need did not start. */
const NO_SERVER = /^Error: (?:Timed out waiting .* from config\.webServer|Process from config\.webServer)/
const LOAD_ERROR =
  /^(?:Error: Cannot find (?:module|package)|SyntaxError: |Error: Playwright Test did not expect)/
const FRAME = /\bplaywright[\\/](?:lib|test)\b/

type Run = {
  readonly failing: FailingTests
  readonly counts: Record<string, number>
  /** The count whose tests are being listed. */
  section: string
}

const newRun = (): Run => ({ failing: new FailingTests(), counts: {}, section: '' })

function total({ failing, counts }: Run): Finding | null {
  const { failed = 0, interrupted = 0, passed = 0, flaky = 0, errors = 0, skipped = 0 } = counts
  if (failed + passed + flaky + errors + interrupted === 0 && skipped > 0) return null
  const finding = verdict({
    failed: failed + interrupted + errors,
    passed: passed + flaky,
    names: failing.list(),
  })
  return soFar(finding, failed + errors === 0)
}

function readCount(run: Run, value: number, word: string): Finding | null {
  run.section = word
  run.counts[/error/.test(word) ? 'errors' : word] = value
  return word === 'failed' ? { what: 'tests-failed', tentative: true, detail: { failed: value } } : total(run)
}

export const playwright: ToolReader = {
  name: 'playwright',
  title: 'Playwright Test',
  cue: /^Running \d+ tests? using|^ {2}\d+ (?:failed|interrupted|flaky|skipped|did not run|passed|errors? w)|^ {4}\S.*:\d+:\d+ › |^ {2}\d+\) .*:\d+:\d+ › |^Error: |^SyntaxError|^TypeError|playwright/,
  open: () => {
    let run = newRun()
    let isPlaywright = false
    let loadError = ''
    const line = (text: string): Finding | null => {
      if (STARTS.test(text)) run = newRun()
      isPlaywright ||= STARTS.test(text) || FRAME.test(text) || REPORTED.test(text)
      const [, value, word] = COUNT.exec(text) ?? []
      if (word !== undefined && isPlaywright) return readCount(run, Number(value), word)
      const listed = LISTED.exec(text)?.[1]
      if (listed !== undefined && (run.section === 'failed' || run.section === 'interrupted')) {
        run.failing.add(listed)
        return total(run)
      }
      if (OWN.test(text)) return { what: 'runner-error' }
      if (NO_SERVER.test(text)) return { what: 'install-failed' }
      if (NONE.test(text))
        return loadError === '' ? { what: 'no-tests' } : { what: 'build-failed', message: loadError }
      if (LOAD_ERROR.test(text)) loadError = text
      return null
    }
    return { line }
  },
}
