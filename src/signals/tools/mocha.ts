import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Counts stand on lines of their own: `  1 passing (40ms)`, then `  3 failing`. */
const PASSING = /^\s+(?:[✔✓√] )?(\d+) (?:tests? )?(?:passing|completed?) \([\d.]+ ?m?s?\)?/
const FAILING = /^\s+(?:[✖×] )?(?:(\d+) failing|(\d+) of \d+ tests failed:?)$/
/** The list behind the counts: `  1) cart`, and on deeper lines the rest of the name up to a colon. */
const NUMBERED = /^ {2}\d+\) (\S.*)$/
const DEEPER = /^ {7,}(\S.*)$/
const LOADING = /^\s*Exception during run: (.*)|^\s*Error: Cannot find module .*|^\s*SyntaxError: .*/
const NONE = /^(?:Error: |Warning: |✘ ERROR: )?No test files found(?:: .*)?$/
const OWN = /^Error: Unable to read\/parse /
const OWN_CODE = /^\s*code: 'ERR_MOCHA_(?!NO_TEST_FILES)\w+'/

export const mocha: ToolReader = {
  name: 'mocha',
  title: 'Mocha',
  cue: /passing|failing|completed? \(|tests failed|^ {2}\d+\) |^ {7,}\S|Exception during run|Cannot find module|SyntaxError|No test files found|ERR_MOCHA_|Unable to read\/parse/,
  open: () => {
    const failing = new FailingTests()
    let total = { failed: 0, passed: 0 }
    let name = ''
    let isLoading = false
    const told = (): Finding => ({ ...verdict({ ...total, names: failing.list() }), tentative: true })
    const counted = (text: string): Finding | null => {
      const passing = PASSING.exec(text)?.[1]
      const fails = FAILING.exec(text)
      if (passing !== undefined) {
        failing.take()
        ;[total, name] = [{ failed: 0, passed: Number(passing) }, '']
      } else if (fails !== null) total.failed = Number(fails[1] ?? fails[2])
      return passing === undefined && fails === null ? null : told()
    }
    /** The name of a failed test may go on over several deeper lines, the last of which ends with a colon. */
    const named = (text: string): Finding | null => {
      const first = NUMBERED.exec(text)?.[1]
      const part = first ?? (name === '' ? undefined : DEEPER.exec(text)?.[1])
      if (total.failed === 0 || part === undefined) return null
      name = first === undefined ? `${name} ${part}` : part
      if (!part.endsWith(':')) return null
      failing.add(name.slice(0, -1))
      name = ''
      return { ...told(), inPlace: true }
    }
    const line = (text: string): Finding | null => {
      if (NONE.test(text)) return { what: 'no-tests' }
      if (OWN.test(text)) return { what: 'runner-error', tentative: true }
      if (OWN_CODE.test(text)) return { what: 'runner-error', tentative: true, inPlace: true }
      isLoading ||= text.includes('Exception during run')
      const loading = isLoading ? LOADING.exec(text) : null
      if (loading !== null)
        return { what: 'build-failed', message: loading[1] ?? text.trim(), tentative: true }
      return counted(text) ?? named(text)
    }
    return { line }
  },
}
