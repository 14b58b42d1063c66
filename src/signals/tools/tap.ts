import { FailingTests, verdict } from './test-run.ts'
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

type Sum = { pass: number; fail: number; readonly names: readonly string[]; readonly isLoading: boolean }

type Stream = {
  passed: number
  failed: number
  plan: number | null
  readonly names: FailingTests
  isLoading: boolean
  /** Failed points of subtests since the last top-level point. */
  deeper: number
}

/**
 * Only top-level points count: a subtest's points are summed up by the point that follows them, whose own
 * name then tells nothing new. True where the point failed.
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

export const tap: ToolReader = {
  name: 'tap',
  title: 'TAP (bats, prove, tape, node)',
  cue: /^\s*(?:not )?ok \d|^1\.\.\d|^TAP version|^# (?:tests|pass|fail|cancelled) | ✗ |^Finished in |^\d+ tests?, |^Bail out!|^Result: |^All tests successful\.|^Files=\d|Wstat: |^BEGIN failed|Cannot find (?:module|package)|SyntaxError: /,
  open: () => {
    const fresh = (): Stream => ({
      passed: 0,
      failed: 0,
      plan: null,
      names: new FailingTests(),
      isLoading: false,
      deeper: 0,
    })
    let stream = fresh()
    let counted: Sum | null = null
    let perlBroken = false
    let proveTests = 0
    let isSuccessful = false
    /** ExUnit's counts look the same, and stand below this. */
    let isFinished = false
    const total = (isProof: boolean): Finding | null => {
      const { passed, failed, plan } = stream
      if (failed === 0 && (plan === null || passed === 0))
        return plan === 0 ? { what: 'no-tests', tentative: true } : null
      return {
        ...verdict({ failed, passed, names: stream.names.list() }),
        tentative: true,
        ...(failed > 0 && !isProof ? { inPlace: true } : {}),
      }
    }
    /** `# tests 3`, `# pass 2`, `# fail 1`: the stream's own sum, which also knows the subtests. */
    const sum = (word: string, value: number): Finding | null => {
      if (word === 'tests')
        counted = { pass: 0, fail: 0, names: stream.names.list(), isLoading: stream.isLoading }
      if (counted === null) return null
      if (word === 'pass') counted.pass = value
      if (word === 'fail' || word === 'cancelled') counted.fail += value
      if (word !== 'fail' && (word !== 'cancelled' || value === 0)) return null
      stream = fresh()
      const finding = verdict({ failed: counted.fail, passed: counted.pass, names: counted.names })
      const isBroken = counted.isLoading && counted.pass === 0 && counted.fail > 0
      return {
        ...finding,
        ...(isBroken ? { what: 'build-failed' } : {}),
        tentative: true,
        ...(word === 'cancelled' ? { inPlace: true } : {}),
      }
    }
    /** bats prints no plan to a terminal. */
    const bats = (text: string): Finding | null => {
      stream.names.add(BATS_FAILED.exec(text)?.[1])
      const [, tests, failures, skipped] = BATS.exec(text) ?? []
      const isExunit = isFinished
      isFinished = text.startsWith('Finished in ')
      if (tests === undefined || isExunit) return null
      const names = stream.names.list()
      stream = fresh()
      return verdict({
        failed: Number(failures),
        passed: Number(tests) - Number(failures) - Number(skipped ?? 0),
        names,
      })
    }
    const prove = (text: string): Finding | null => {
      proveTests = Number(PROVE_FILES.exec(text)?.[1] ?? proveTests)
      isSuccessful ||= text === 'All tests successful.'
      if (isSuccessful && PROVE_FILES.test(text)) {
        isSuccessful = false
        return verdict({ failed: 0, passed: proveTests })
      }
      perlBroken ||= PERL_BROKEN.test(text)
      const file = PROVE_NAMED.exec(text)
      if (file !== null) {
        stream.names.add(file[1])
        stream.failed += Number(file[3])
      }
      const result = PROVE.exec(text)?.[1]
      if (result === undefined || (result !== 'NOTESTS' && stream.names.count === 0 && proveTests === 0))
        return null
      const finding = verdict({
        failed: result === 'FAIL' ? Math.max(1, stream.failed) : 0,
        passed: proveTests - stream.failed,
        names: stream.names.list(),
      })
      const broken = perlBroken && proveTests === 0
      ;[stream, perlBroken, proveTests] = [fresh(), false, 0]
      return broken ? { ...finding, what: 'build-failed' } : finding
    }
    const line = (text: string): Finding | null => {
      const point = POINT.exec(text)
      if (point !== null) {
        return total(readPoint(stream, point))
      }
      if (text.startsWith('TAP version')) stream = fresh()
      const plan = PLAN.exec(text)?.[1]
      if (plan !== undefined) {
        if (stream.plan !== null) stream = fresh()
        stream.plan = Number(plan)
        return total(false)
      }
      if (BAIL.test(text)) return { what: 'runner-error' }
      if (UNLOADED.test(text)) stream.isLoading = true
      const counts = COUNT.exec(text)
      return counts === null ? (prove(text) ?? bats(text)) : sum(counts[1] ?? '', Number(counts[2]))
    }
    return { line }
  },
}
