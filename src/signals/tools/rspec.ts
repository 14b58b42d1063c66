import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const COUNTS =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/
const NAMED = /^rspec (\S+)(?: # (.*))?$/
const LOADING = /^An error occurred while loading (\S+?)\.?(?: - Did you mean\?)?$/
const LOAD_ERROR = /^(?:LoadError|NameError|SyntaxError|NoMethodError|ArgumentError|\w+(?:::\w+)*Error):?$/
const USAGE = /^invalid option: |^rspec: invalid option/
const MINITEST =
  /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?/
/** Minitest names the test on the line after `  1) Failure:`. */
const MINITEST_NAMED = /^(?:\w+(?:::\w+)*#(test_\S+|\S+)(?: \[.*\])?:|(test_\w+)\(\w+(?:::\w+)*\).*)$/

export const rspec: ToolReader = {
  name: 'rspec',
  title: 'RSpec and Minitest',
  cue: /^\d+ (?:examples?|runs|tests), |^rspec |^An error occurred|Error:?$|^ {2}\S|invalid option|^\w[\w:]*#\S+.*:$|^test_\w+\(/,
  open: () => {
    const failing = new FailingTests()
    let loading = ''
    let error = ''
    let failed = 0
    let passed = 0
    const unloaded = (): Finding => {
      // The file that was asked for is itself not there: nothing is broken, there is nothing to run.
      const isGone = loading !== '' && error.endsWith(loading.replace(/^\.\//, ''))
      const message = error === '' ? {} : { message: error }
      ;[loading, error] = ['', '']
      return {
        what: isGone ? 'no-tests' : 'build-failed',
        ...message,
        inPlace: true,
        detail: { failed, passed: 0 },
      }
    }
    const example = (counts: RegExpExecArray): Finding | null => {
      const [examples, failures, pending, errors] = counts.slice(1).map((value) => Number(value ?? 0))
      failed = (failures ?? 0) + (errors ?? 0)
      passed = (examples ?? 0) - (failures ?? 0) - (pending ?? 0)
      failing.take()
      if ((errors ?? 0) > 0 && examples === 0) return unloaded()
      if (failed === 0 && passed === 0 && (pending ?? 0) > 0) return null
      return { ...verdict({ failed, passed }), ...(failed > 0 ? { tentative: true } : {}) }
    }
    const line = (text: string): Finding | null => {
      const counts = COUNTS.exec(text)
      if (counts !== null) return example(counts)
      const mini = MINITEST.exec(text)
      if (mini !== null) {
        const bad = count(text, 'failures') + count(text, 'errors')
        return verdict({
          failed: bad,
          passed: Number(mini[1]) - bad - Number(mini[4] ?? 0),
          names: failing.take(),
        })
      }
      const named = NAMED.exec(text)
      if (named !== null && failed > 0) {
        failing.add(named[2] ?? named[1])
        return { ...verdict({ failed, passed, names: failing.list() }), tentative: true, inPlace: true }
      }
      const test = MINITEST_NAMED.exec(text)
      if (test !== null) failing.add(text.replace(/ \[.*|:$/g, ''))
      if (USAGE.test(text)) return { what: 'runner-error', tentative: true }
      loading = LOADING.exec(text)?.[1] ?? loading
      if (loading === '') return null
      if (LOAD_ERROR.test(text)) error = text
      else if (/^ {2}\S/.test(text) && LOAD_ERROR.test(error)) {
        error = `${error} ${text.trim()}`
        return { what: 'build-failed', message: error, tentative: true }
      }
      return null
    }
    return { line }
  },
}
