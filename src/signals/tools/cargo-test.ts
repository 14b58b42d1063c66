import { count, FailingTests, soFar, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const RESULT = /^test result: (ok|FAILED)\. (\d+ passed; \d+ failed; .*)$/
const NAMED = /^test (\S.*?) \.\.\. FAILED\b|^(\S+) --- FAILED$/
/** cargo builds all targets before it runs the first one, so this line begins a run. */
const BUILT = /^\s*Finished (?:`?test`?|`?dev`?|`?release`?|\S+) .*target\(s\) in /
const UNCOMPILED =
  /^error: could not compile `[^`]+`|^error: aborting due to \d+ previous errors?|^error: build failed$/
const COMPILE_ERROR =
  /^error(?:\[E\d{4}\])?: (?!test failed|could not compile|\d+ targets? failed|aborting due to)/
const NONE = /^error: no (?:test|bench|example|lib\w*) targets? (?:named|found)/
const OWN =
  /^error: (?:could not find `Cargo\.toml`|failed to (?:parse|load|read) manifest|unexpected argument '|Found argument '|package ID specification .* did not match)/
/** The captured output of a failed test. In a log that was cut off, there is nothing else. */
const CAPTURED = /^---- (\S+) stdout ----$/
const FAILED_TARGETS = /^error: (?:test failed, to rerun pass|\d+ targets? failed:|doctest failed)/
const NEXTEST = /^\s*Summary \[ *[\d.]+s\] +(\d+(?:\/\d+)?) tests? run: (.*)$/
const NEXTEST_NAMED = /^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+ \S+)$/

type Run = { readonly failing: FailingTests; total: Totals; ignored: number; compileError: string }

const newRun = (): Run => ({
  failing: new FailingTests(),
  total: { failed: 0, passed: 0 },
  ignored: 0,
  compileError: '',
})

/** Each target has one line. The counts add up, and a later `ok` does not undo an earlier failure. */
function addTarget(run: Run, counts: string): Finding | null {
  const failed = count(counts, 'failed')
  const passed = count(counts, 'passed')
  run.total = { failed: run.total.failed + failed, passed: run.total.passed + passed }
  run.ignored += count(counts, 'ignored')
  // Benchmarks ignore every test on purpose. The tests were found.
  if (run.total.failed + run.total.passed === 0 && run.ignored > 0) return null
  const isProof = run.total.failed > 0 ? failed > 0 : passed > 0 || run.total.passed === 0
  return soFar(verdict({ ...run.total, names: run.failing.list() }), isProof)
}

function readUncompiled(cause: string): Finding {
  const finding: Finding = { what: 'build-failed', tentative: true }
  return cause === '' ? finding : { ...finding, message: cause, inPlace: true }
}

function readCompiler(run: Run, text: string): Finding | null {
  const isFailed = run.total.failed > 0
  if (FAILED_TARGETS.test(text)) return isFailed ? null : { what: 'tests-failed', tentative: true }
  if (NONE.test(text)) return { what: 'no-tests' }
  if (OWN.test(text)) return { what: 'runner-error', tentative: true }
  if (UNCOMPILED.test(text)) return readUncompiled(run.compileError)
  if (isFailed || run.compileError !== '' || !COMPILE_ERROR.test(text)) return null
  run.compileError = text
  return /^error\[E\d{4}\]/.test(text) ? { what: 'build-failed', tentative: true } : null
}

function readNextest({ failing }: Run, text: string): Finding | null {
  failing.add(NEXTEST_NAMED.exec(text)?.[1])
  const counts = NEXTEST.exec(text)?.[2]
  if (counts === undefined) return null
  const failed = count(counts, 'failed') + count(counts, 'timed out')
  return verdict({ failed, passed: count(counts, 'passed'), names: failing.take() })
}

export const cargoTest: ToolReader = {
  name: 'cargo-test',
  title: 'cargo test and nextest',
  cue: /^---- \S+ stdout ----$|^test result: |^test .* FAILED|--- FAILED$|target\(s\) in |^error(?:\[|: )|^\s*Summary \[|^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[/,
  open: () => {
    let run = newRun()
    const line = (text: string): Finding | null => {
      if (BUILT.test(text)) run = newRun()
      const named = NAMED.exec(text)
      if (named !== null) run.failing.add(named[1] ?? named[2])
      const captured = CAPTURED.exec(text)?.[1]
      if (captured !== undefined && run.total.failed === 0) {
        run.failing.add(captured)
        return { what: 'tests-failed', tentative: true, detail: { names: run.failing.list() } }
      }
      const counts = RESULT.exec(text)?.[2]
      return counts === undefined
        ? (readCompiler(run, text) ?? readNextest(run, text))
        : addTarget(run, counts)
    }
    return { line }
  },
}
