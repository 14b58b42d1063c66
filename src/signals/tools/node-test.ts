import { FailingTests, soFar, unloaded, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const COUNT = /^ℹ (tests|pass|fail|cancelled|skipped|todo|duration_ms) (\d+)/
/** After the counts, every failing test is named again, at the start of a line. */
const NAMED = /^✖ (?!failing tests:)(\S.*?) \([\d.]+ms\)/
const LOAD_ERROR =
  /^(?:Error(?: \[\w+\])?: Cannot find (?:module|package)|Error \[ERR_MODULE_NOT_FOUND\]|SyntaxError: |SyntaxError \[)/
const NOT_FOUND = /^Could not find '.*'$/
const BAD_OPTION = /(?:^|[\\/ ])node(?:\.exe)?: bad option: /

type Run = { readonly failing: FailingTests; readonly counts: Record<string, number> }

const newRun = (): Run => ({ failing: new FailingTests(), counts: {} })

function readResult({ failing, counts }: Run, loadError: string): Finding | null {
  const { tests = 0, pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = counts
  const failed = fail + cancelled
  const names = failing.list()
  if (failed > 0 && pass === 0 && loadError !== '')
    return soFar(unloaded({ failed, names, cause: loadError }))
  if (tests > 0 && tests === skipped + todo) return null
  return soFar(verdict({ failed, passed: pass, names }), false)
}

export const nodeTest: ToolReader = {
  name: 'node-test',
  title: "Node's test runner",
  cue: /^ℹ (?:tests|pass|fail|cancelled|skipped|todo|duration_ms) |^✖ |Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|^SyntaxError|^Could not find '|bad option: /,
  open: () => {
    let run = newRun()
    let loadError = ''
    const line = (text: string): Finding | null => {
      const [, word = '', value = ''] = COUNT.exec(text) ?? []
      // The failing tests are named again below the counts, without their suites.
      if (word === 'tests') run = newRun()
      if (word !== '') run.counts[word] = Number(value)
      if (word === 'fail') return soFar(verdict({ failed: Number(value), passed: run.counts['pass'] ?? 0 }))
      if (word === 'duration_ms') return readResult(run, loadError)
      if (NOT_FOUND.test(text)) return { what: 'no-tests' }
      if (BAD_OPTION.test(text)) return { what: 'runner-error' }
      if (LOAD_ERROR.test(text) && loadError === '') loadError = text
      const named = NAMED.exec(text)?.[1]
      if (named === undefined) return null
      run.failing.add(named)
      return 'duration_ms' in run.counts ? readResult(run, loadError) : null
    }
    return { line }
  },
}
