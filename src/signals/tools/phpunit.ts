import { FailingTests, labelled, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const STARTS = /^PHPUnit \d+\.\d+/
const OK = /^OK \((\d+) tests?, \d+ assertions?\)$/
const HEADING = /^(?:FAILURES!|ERRORS!|WARNINGS!|OK, but .*|Tests: \d.*)$/
const COUNTS = /^Tests: (\d+), Assertions: \d+(?:, [A-Z][\w ]+: \d+)*\.$/
const NAMED = /^\d+\) (\S+::\S.*)$/
const LIST = /^There (?:was|were) \d+ (\w+)/
const NONE =
  /^No tests executed!$|^No tests found in class |^Cannot open file ".*"\.$|^Test (?:file|directory) ".*" not found$/
const USAGE = /^Unknown option "|^Error in bootstrap script/
/** PHPUnit's configuration, or the script that prepares the tests, is missing. */
const NOT_THERE =
  /^Could not (?:read|load) (?:XML|file|configuration|bootstrap)|^Cannot open bootstrap script/
const BROKEN =
  /^(?:PHP )?(?:Fatal error|Parse error):\s+(?!\s)((?:Uncaught )?(?:ParseError|syntax error|Cannot redeclare|(?:Error: )?(?:Class|Interface|Trait) "|.*Failed opening required).*)/
/** Pest prints a one-line summary: `  Tests:    2 failed, 5 passed (9 assertions)`. */
const PEST = /^ {2}Tests: {2,}((?:\d+ \w+,? ?)+)\(\d+ assertions?\)$/
const PEST_NAMED = /^ {2}(?:FAILED|ERROR) {2,}(\S.*?)(?: {2,}\S*)?$/

type Run = {
  readonly failing: FailingTests
  isPhpunit: boolean
  /** The kind of the current list: errors, failures, warnings or risky tests. */
  list: string
}

/** Notices about PHPUnit itself. They count no tests. */
const OF_THE_RUNNER = /, PHPUnit \w+: \d+/g

function readCounts(run: Run, line: string): Finding | null {
  const text = line.replaceAll(OF_THE_RUNNER, '')
  const failed = labelled(text, 'Errors') + labelled(text, 'Failures')
  const left = ['Skipped', 'Incomplete', 'Risky', 'Warnings'].reduce(
    (sum, one) => sum + labelled(text, one),
    0,
  )
  const total = labelled(text, 'Tests')
  if (failed === 0 && total > 0 && left >= total) return null
  return verdict({ failed, passed: Math.max(0, total - failed - left), names: run.failing.take() })
}

function readPest(run: Run, counts: string): Finding {
  const number = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0)
  return verdict({ failed: number('failed'), passed: number('passed'), names: run.failing.take() })
}

const isFailing = (list: string): boolean => /^(?:error|failure)/.test(list)

function readName(run: Run, text: string): void {
  run.list = LIST.exec(text)?.[1] ?? (HEADING.test(text) ? '' : run.list)
  if (isFailing(run.list)) run.failing.add(NAMED.exec(text)?.[1])
  run.failing.add(PEST_NAMED.exec(text)?.[1])
}

function readLine(run: Run, text: string): Finding | null {
  run.isPhpunit ||= STARTS.test(text) || /\bphpunit\b/i.test(text)
  if (STARTS.test(text)) run.failing.take()
  const ok = OK.exec(text)?.[1]
  if (ok !== undefined) return verdict({ failed: 0, passed: Number(ok) })
  if (COUNTS.test(text)) return readCounts(run, text)
  const pest = PEST.exec(text)?.[1]
  if (pest !== undefined) return readPest(run, pest)
  readName(run, text)
  // Without a summary, the list of errors or failures is the verdict.
  if (NAMED.test(text) && isFailing(run.list))
    return { what: 'tests-failed', tentative: true, detail: { names: run.failing.list() } }
  const broken = BROKEN.exec(text)?.[1]
  if (broken !== undefined) return { what: 'build-failed', message: broken, tentative: true }
  if (!run.isPhpunit) return null
  if (NONE.test(text)) return { what: 'no-tests' }
  if (NOT_THERE.test(text)) return { what: 'install-failed' }
  return USAGE.test(text) ? { what: 'runner-error' } : null
}

export const phpunit: ToolReader = {
  name: 'phpunit',
  title: 'PHPUnit and Pest',
  cue: /^PHPUnit \d|^OK|^Tests: |^\d+\) |^There (?:was|were) |^No tests executed|^No tests found|^Cannot open|^Test (?:file|directory) |^Unknown option|^Could not|bootstrap script|Fatal error:|Parse error:|^ {2}(?:Tests:|FAILED|ERROR) |^ERRORS!|^FAILURES!/,
  open: () => {
    const run: Run = { failing: new FailingTests(), isPhpunit: false, list: '' }
    return { line: (text) => readLine(run, text) }
  },
}
