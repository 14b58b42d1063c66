import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const FINISHED = /^Finished in [\d.]+ seconds?(?: \([\d.]+s .*\))?$/
/** Plugins add other kinds: `2 scenarios, 1 test, 0 failures`. */
const COUNTS = /^((?:\d+ (?!examples?|specs?)[a-z]+, )+)\d+ failures?(?:, .*)?$/
const NAMED = /^ {2}\d+\) ((?:test|doctest|property|feature) .+ \([\w.]+\))$/
const UNCOMPILED = /^== Compilation error in file (\S+) ==$/
const COMPILE_ERROR =
  /^\*\* \((?:CompileError|SyntaxError|TokenMissingError|MismatchedDelimiterError|UndefinedFunctionError|ArgumentError|KeyError)\) /
const NONE =
  /^There are no tests to run$|^Paths given to "mix test" did not match any|^The --only option was given to "mix test" but no test was executed|^Test patterns did not match any file/
const OWN = /^\*\* \(Mix\) (?:Could not (?:invoke|start|find)|The task|Mix requires|\d+ errors? found)/
const DEPENDENCY =
  /^Unchecked dependencies for environment|^\*\* \(Mix\) Can't continue due to errors on dependencies/

type Run = {
  readonly failing: FailingTests
  /** The counts are directly below the line that reports the end. */
  isFinished: boolean
  isCompiling: boolean
}

function readCounts(run: Run, text: string): Finding | null {
  const failed = count(text, 'failures?') + count(text, 'invalid')
  const kinds = (COUNTS.exec(text)?.[1] ?? '').matchAll(/\d+/g)
  const total = [...kinds].reduce((sum, [kind]) => sum + Number(kind), 0)
  const skipped = count(text, 'skipped')
  const left = skipped + count(text, 'excluded')
  const names = run.failing.take()
  if (failed === 0 && skipped > 0 && total === left) return null
  return verdict({ failed, passed: Math.max(0, total - failed - left), names })
}

function readCompiler(run: Run, text: string): Finding | null {
  const uncompiled = UNCOMPILED.exec(text)
  if (uncompiled === null)
    return run.isCompiling && COMPILE_ERROR.test(text) ? { what: 'build-failed' } : null
  run.isCompiling = true
  return { what: 'build-failed', tentative: true, detail: { names: [uncompiled[1] ?? ''] } }
}

function readLine(run: Run, text: string): Finding | null {
  const wasFinished = run.isFinished
  run.isFinished = FINISHED.test(text)
  if (wasFinished && COUNTS.test(text)) return readCounts(run, text)
  run.failing.add(NAMED.exec(text)?.[1])
  if (NONE.test(text)) return { what: 'no-tests' }
  if (OWN.test(text)) return { what: 'runner-error' }
  if (DEPENDENCY.test(text)) return { what: 'install-failed' }
  return readCompiler(run, text)
}

export const exunit: ToolReader = {
  name: 'exunit',
  title: 'ExUnit',
  cue: /^Finished in |failures?\b|^ {2}\d+\) |^== Compilation error|^\*\* \(|no tests to run|mix test|Test patterns|Unchecked dependencies/,
  open: () => {
    const run: Run = { failing: new FailingTests(), isFinished: false, isCompiling: false }
    return { line: (text) => readLine(run, text) }
  },
}
