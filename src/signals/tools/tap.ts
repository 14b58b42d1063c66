import { FailingTests, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const POINT = /^(\s*)(not ok|ok) (\d+)(?: -)?(?: (.*))?$/
const PLAN = /^1\.\.(\d+)/
const EXCUSED = /# (?:SKIP|TODO)\b/i
const BAIL = /^Bail out!/
const COUNT = /^# (tests|pass|fail|cancelled) +(\d+)$/
/** bats in a terminal: marks and names, then one line of counts. */
const BATS_FAILED = /(?:^|\d) ✗ (\S.*)$/
const BATS = /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?: in .*)?$/
const PROVE = /^Result: (FAIL|PASS|NOTESTS)$/
const PROVE_FILES = /^Files=\d+, Tests=(\d+),/
const PROVE_NAMED = /^(\S+) +\(Wstat: .* Tests: (\d+) Failed: (\d+)\)/
const PERL_BROKEN = /^BEGIN failed--compilation aborted/
const UNLOADED = /Cannot find (?:module|package)|^#? *SyntaxError: /

type Stream = {
  passed: number
  failed: number
  plan: number | null
  readonly names: FailingTests
  isLoading: boolean
  /** The number of failed points of subtests since the last top-level point. */
  deeper: number
}

type Sum = { pass: number; fail: number; readonly names: readonly string[]; readonly isLoading: boolean }

/** The state of the run: its points, and the counts of the program itself. */
type Run = {
  stream: Stream
  sum: Sum | null
  prove: { tests: number; isSuccessful: boolean; isBroken: boolean }
  /** The counts of ExUnit look like those of bats. They are below the line that sets this. */
  isFinished: boolean
}

const newStream = (): Stream => ({
  passed: 0,
  failed: 0,
  plan: null,
  names: new FailingTests(),
  isLoading: false,
  deeper: 0,
})

const newRun = (): Run => ({
  stream: newStream(),
  sum: null,
  prove: { tests: 0, isSuccessful: false, isBroken: false },
  isFinished: false,
})

/**
 * Only top-level points count. The point after a subtest summarises its points, and its name adds nothing. Returns
 * true if the point failed.
 */
function readPoint(stream: Stream, point: RegExpExecArray): boolean {
  const [, indent = '', ok = '', id = '', name = ''] = point
  const isFailed = ok === 'not ok' && !EXCUSED.test(name)
  if (isFailed && (indent !== '' || stream.deeper === 0))
    stream.names.add(name.replace(/ # time=.*$/, '') || `test ${id}`)
  if (indent !== '') {
    if (isFailed) stream.deeper += 1
    return false
  }
  stream.deeper = 0
  if (isFailed) stream.failed += 1
  else if (!/# SKIP\b/i.test(name)) stream.passed += ok === 'ok' ? 1 : 0
  return isFailed
}

/** The result of the points so far. `isProof`: the line that was just read proves it. */
function pointsSoFar({ passed, failed, plan, names }: Stream, isProof: boolean): Finding | null {
  if (failed === 0 && (plan === null || passed === 0))
    return plan === 0 ? { what: 'no-tests', tentative: true } : null
  return soFar(verdict({ failed, passed, names: names.list() }), isProof || failed === 0)
}

/** `# tests 3`, `# pass 2`, `# fail 1`: the summary of the stream, which includes the subtests. */
function readSum(run: Run, word: string, value: number): Finding | null {
  if (word === 'tests')
    run.sum = { pass: 0, fail: 0, names: run.stream.names.list(), isLoading: run.stream.isLoading }
  const { sum } = run
  if (sum === null) return null
  if (word === 'pass') sum.pass = value
  if (word === 'fail' || word === 'cancelled') sum.fail += value
  if (word !== 'fail' && (word !== 'cancelled' || value === 0)) return null
  run.stream = newStream()
  const isBroken = sum.isLoading && sum.pass === 0 && sum.fail > 0
  const finding = verdict({ failed: sum.fail, passed: sum.pass, names: sum.names })
  return soFar(isBroken ? { ...finding, what: 'build-failed' } : finding, word === 'fail')
}

/** bats prints no plan to a terminal. */
function readBats(run: Run, text: string): Finding | null {
  run.stream.names.add(BATS_FAILED.exec(text)?.[1])
  const [, tests, failures, skipped] = BATS.exec(text) ?? []
  const isExunit = run.isFinished
  run.isFinished = text.startsWith('Finished in ')
  if (tests === undefined || isExunit) return null
  const names = run.stream.names.list()
  run.stream = newStream()
  return verdict({
    failed: Number(failures),
    passed: Number(tests) - Number(failures) - Number(skipped ?? 0),
    names,
  })
}

function readProve({ stream, prove }: Run, text: string): Finding | null {
  const tests = PROVE_FILES.exec(text)?.[1]
  prove.tests = Number(tests ?? prove.tests)
  prove.isSuccessful ||= text === 'All tests successful.'
  if (prove.isSuccessful && tests !== undefined) {
    prove.isSuccessful = false
    return verdict({ failed: 0, passed: prove.tests })
  }
  prove.isBroken ||= PERL_BROKEN.test(text)
  const file = PROVE_NAMED.exec(text)
  if (file !== null) {
    stream.names.add(file[1])
    stream.failed += Number(file[3])
  }
  return null
}

function readProveResult(run: Run, text: string): Finding | null {
  const { stream, prove } = run
  const result = PROVE.exec(text)?.[1]
  if (result === undefined || (result !== 'NOTESTS' && stream.names.count === 0 && prove.tests === 0))
    return null
  const finding = verdict({
    failed: result === 'FAIL' ? Math.max(1, stream.failed) : 0,
    passed: prove.tests - stream.failed,
    names: stream.names.list(),
  })
  const isBroken = prove.isBroken && prove.tests === 0
  run.stream = newStream()
  run.prove = { ...prove, tests: 0, isBroken: false }
  return isBroken ? { ...finding, what: 'build-failed' } : finding
}

function readPlan(run: Run, plan: string): Finding | null {
  if (run.stream.plan !== null) run.stream = newStream()
  run.stream.plan = Number(plan)
  return pointsSoFar(run.stream, false)
}

function readLine(run: Run, text: string): Finding | null {
  const point = POINT.exec(text)
  if (point !== null) return pointsSoFar(run.stream, readPoint(run.stream, point))
  if (text.startsWith('TAP version')) run.stream = newStream()
  const plan = PLAN.exec(text)?.[1]
  if (plan !== undefined) return readPlan(run, plan)
  if (BAIL.test(text)) return { what: 'runner-error' }
  if (UNLOADED.test(text)) run.stream.isLoading = true
  const [, word, value] = COUNT.exec(text) ?? []
  if (word !== undefined) return readSum(run, word, Number(value))
  return readProve(run, text) ?? readProveResult(run, text) ?? readBats(run, text)
}

export const tap: ToolReader = {
  name: 'tap',
  title: 'TAP (bats, prove, tape, node)',
  cue: /^\s*(?:not )?ok \d|^1\.\.\d|^TAP version|^# (?:tests|pass|fail|cancelled) | ✗ |^Finished in |^\d+ tests?, |^Bail out!|^Result: |^All tests successful\.|^Files=\d|Wstat: |^BEGIN failed|Cannot find (?:module|package)|SyntaxError: /,
  open: () => {
    const run = newRun()
    return { line: (text) => readLine(run, text) }
  },
}
