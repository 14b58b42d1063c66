import { FailingTests, soFar, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Counts are on separate lines: `  1 passing (40ms)`, then `  3 failing`. */
const PASSING = /^\s+(?:[✔✓√] )?(\d+) (?:tests? )?(?:passing|completed?) \([\d.]+ ?m?s?\)?/
const FAILING = /^\s+(?:[✖×] )?(?:(\d+) failing|(\d+) of \d+ tests failed:?)$/
/** The list after the counts: `  1) cart`, and on deeper lines the rest of the name up to a colon. */
const NUMBERED = /^ {2}\d+\) (\S.*)$/
const DEEPER = /^ {7,}(\S.*)$/
const LOADING = /^\s*Exception during run: (.*)|^\s*Error: Cannot find module .*|^\s*SyntaxError: .*/
const NONE = /^(?:Error: |Warning: |✘ ERROR: )?No test files found(?:: .*|\. You can change .*)?$/
const OWN = /^Error: Unable to read\/parse /
const OWN_CODE = /^\s*code: 'ERR_MOCHA_(?!NO_TEST_FILES)\w+'/

type Run = {
  readonly failing: FailingTests
  total: Totals
  /** The name of a failed test, as far as it was read. */
  name: string
  isLoading: boolean
}

const told = ({ total, failing }: Run): Finding => soFar(verdict({ ...total, names: failing.list() }))

function readCounts(run: Run, text: string): Finding | null {
  const passing = PASSING.exec(text)?.[1]
  if (passing !== undefined) {
    run.failing.take()
    ;[run.total, run.name] = [{ failed: 0, passed: Number(passing) }, '']
    return told(run)
  }
  const fails = FAILING.exec(text)
  if (fails === null) return null
  run.total = { ...run.total, failed: Number(fails[1] ?? fails[2]) }
  return told(run)
}

/** The name of a failed test may continue on several deeper lines. The last one ends with a colon. */
function readName(run: Run, text: string): Finding | null {
  const first = NUMBERED.exec(text)?.[1]
  const part = first ?? (run.name === '' ? undefined : DEEPER.exec(text)?.[1])
  if (run.total.failed === 0 || part === undefined) return null
  run.name = first === undefined ? `${run.name} ${part}` : part
  if (!part.endsWith(':')) return null
  run.failing.add(run.name.slice(0, -1))
  run.name = ''
  return { ...told(run), inPlace: true }
}

function readLoading(run: Run, text: string): Finding | null {
  run.isLoading ||= text.includes('Exception during run')
  const loading = run.isLoading ? LOADING.exec(text) : null
  return loading === null
    ? null
    : { what: 'build-failed', message: loading[1] ?? text.trim(), tentative: true }
}

function readLine(run: Run, text: string): Finding | null {
  if (NONE.test(text)) return { what: 'no-tests' }
  if (OWN.test(text)) return { what: 'runner-error', tentative: true }
  if (OWN_CODE.test(text)) return { what: 'runner-error', tentative: true, inPlace: true }
  return readLoading(run, text) ?? readCounts(run, text) ?? readName(run, text)
}

export const mocha: ToolReader = {
  name: 'mocha',
  title: 'Mocha',
  cue: /passing|failing|completed? \(|tests failed|^ {2}\d+\) |^ {7,}\S|Exception during run|Cannot find module|SyntaxError|No test files found|ERR_MOCHA_|Unable to read\/parse/,
  open: () => {
    const run: Run = {
      failing: new FailingTests(),
      total: { failed: 0, passed: 0 },
      name: '',
      isLoading: false,
    }
    return { line: (text) => readLine(run, text) }
  },
}
