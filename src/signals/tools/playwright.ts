import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const STARTS = /^Running (\d+) tests? using \d+ workers?/
/** The closing counts, each on its own line; failing tests are listed under theirs. */
const COUNT =
  /^ {2}(\d+) (failed|interrupted|flaky|skipped|did not run|passed|error was not a part of any test|errors were not a part of any test)(?: \([\d.]+m?s?\)| \([\d.]+[hm]\))?(?:, see above for details)?$/
const LISTED = /^ {4}(?:\[[^\]]+\] › )?(\S+:\d+:\d+ › .*?)(?: ─+)?$/
const NONE = /^Error: No tests found\b/
const OWN =
  /^Error: Project\(s\) .* not found|^(?:SyntaxError|Error|TypeError): .*playwright\.config\.|^error: unknown option .*|^Error: (?:Timed out waiting .* from config\.webServer|Process from config\.webServer)/
const LOAD_ERROR =
  /^(?:Error: Cannot find (?:module|package)|SyntaxError: |Error: Playwright Test did not expect)/
const FRAME = /\bplaywright[\\/](?:lib|test)\b/

export const playwright: ToolReader = {
  name: 'playwright',
  title: 'Playwright Test',
  cue: /^Running \d+ tests? using|^ {2}\d+ (?:failed|interrupted|flaky|skipped|did not run|passed|errors? w)|^ {4}\S.*:\d+:\d+ › |^Error: |^SyntaxError|^TypeError|playwright/,
  open: () => {
    const failing = new FailingTests()
    let counts: Record<string, number> = {}
    let section = ''
    let loadError = ''
    let isPlaywright = false
    const total = (): Finding | null => {
      const { failed = 0, interrupted = 0, passed = 0, flaky = 0, errors = 0, skipped = 0 } = counts
      if (failed + passed + flaky + errors + interrupted === 0 && skipped > 0) return null
      const finding = verdict({
        failed: failed + interrupted + errors,
        passed: passed + flaky,
        names: failing.list(),
      })
      return { ...finding, tentative: true, ...(failed + errors > 0 ? { inPlace: true } : {}) }
    }
    const counted = (value: number, word: string): Finding | null => {
      section = word
      counts[/error/.test(word) ? 'errors' : word] = value
      return word === 'failed'
        ? { what: 'tests-failed', tentative: true, detail: { failed: value } }
        : total()
    }
    const line = (text: string): Finding | null => {
      if (STARTS.test(text)) {
        failing.take()
        ;[counts, section, isPlaywright] = [{}, '', true]
      }
      isPlaywright ||= FRAME.test(text)
      const count = COUNT.exec(text)
      if (count !== null && isPlaywright) return counted(Number(count[1]), count[2] ?? '')
      const listed = LISTED.exec(text)?.[1]
      if (listed !== undefined && (section === 'failed' || section === 'interrupted')) {
        failing.add(listed)
        return total()
      }
      if (OWN.test(text)) return { what: 'runner-error' }
      if (NONE.test(text))
        return loadError === '' ? { what: 'no-tests' } : { what: 'build-failed', message: loadError }
      if (LOAD_ERROR.test(text)) loadError = text
      return null
    }
    return { line }
  },
}
