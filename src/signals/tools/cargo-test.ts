import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const RESULT = /^test result: (ok|FAILED)\. (\d+ passed; \d+ failed; .*)$/
const NAMED = /^test (\S.*?) \.\.\. FAILED\b|^(\S+) --- FAILED$/
/** cargo builds all targets before it runs the first: this begins a run. */
const BUILT = /^\s*Finished (?:`?test`?|`?dev`?|`?release`?|\S+) .*target\(s\) in /
const UNCOMPILED =
  /^error: could not compile `[^`]+`|^error: aborting due to \d+ previous errors?|^error: build failed$/
const COMPILE_ERROR =
  /^error(?:\[E\d{4}\])?: (?!test failed|could not compile|\d+ targets? failed|aborting due to)/
const NONE = /^error: no (?:test|bench|example|lib\w*) targets? (?:named|found)/
const OWN =
  /^error: (?:could not find `Cargo\.toml`|failed to (?:parse|load|read) manifest|unexpected argument '|Found argument '|package ID specification .* did not match)/
const FAILED_TARGETS = /^error: (?:test failed, to rerun pass|\d+ targets? failed:|doctest failed)/
const NEXTEST = /^\s*Summary \[ *[\d.]+s\] +(\d+(?:\/\d+)?) tests? run: (.*)$/
const NEXTEST_NAMED = /^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+ \S+)$/

export const cargoTest: ToolReader = {
  name: 'cargo-test',
  title: 'cargo test and nextest',
  cue: /^test result: |^test .* FAILED|--- FAILED$|target\(s\) in |^error(?:\[|: )|^\s*Summary \[|^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[/,
  open: () => {
    const failing = new FailingTests()
    let total = { failed: 0, passed: 0 }
    let compileError = ''
    const begin = (): void => {
      failing.take()
      ;[total, compileError] = [{ failed: 0, passed: 0 }, '']
    }
    /** One line for each target: they add up, and a later `ok` does not undo an earlier failure. */
    const add = (counts: string): Finding => {
      const failed = count(counts, 'failed')
      total = { failed: total.failed + failed, passed: total.passed + count(counts, 'passed') }
      const isProof = total.failed > 0 ? failed > 0 : count(counts, 'passed') > 0 || total.passed === 0
      const finding = verdict({ ...total, names: failing.list() })
      return { ...finding, tentative: true, ...(isProof ? {} : { inPlace: true }) }
    }
    const compiler = (text: string): Finding | null => {
      if (FAILED_TARGETS.test(text))
        return total.failed > 0 ? null : { what: 'tests-failed', tentative: true }
      if (NONE.test(text)) return { what: 'no-tests' }
      if (OWN.test(text)) return { what: 'runner-error', tentative: true }
      if (UNCOMPILED.test(text)) {
        return compileError === ''
          ? { what: 'build-failed', tentative: true }
          : { what: 'build-failed', message: compileError, tentative: true, inPlace: true }
      }
      if (total.failed > 0 || compileError !== '' || !COMPILE_ERROR.test(text)) return null
      compileError = text
      return /^error\[E\d{4}\]/.test(text) ? { what: 'build-failed', tentative: true } : null
    }
    const nextest = (text: string): Finding | null => {
      failing.add(NEXTEST_NAMED.exec(text)?.[1])
      const counts = NEXTEST.exec(text)?.[2]
      if (counts === undefined) return null
      const failed = count(counts, 'failed') + count(counts, 'timed out')
      return verdict({ failed, passed: count(counts, 'passed'), names: failing.take() })
    }
    const line = (text: string): Finding | null => {
      if (BUILT.test(text)) begin()
      const named = NAMED.exec(text)
      if (named !== null) failing.add(named[1] ?? named[2])
      const counts = RESULT.exec(text)?.[2]
      return counts === undefined ? (compiler(text) ?? nextest(text)) : add(counts)
    }
    return { line }
  },
}
