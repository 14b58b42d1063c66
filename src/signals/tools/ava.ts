import { FailingTests, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const FAILED = /^ {2}(\d+) tests? failed$/
const UNCAUGHT = /^ {2}(\d+) (?:uncaught exception|unhandled rejection)s?$/
const PASSED = /^ {2}(\d+) tests? passed$/
const NAMED = /^ {2}✘ \[fail\]: (.*?)(?: Error thrown in test)?$/
const POINT = /^ {2}[✔✘] /
const NONE = /^\s*✘ Couldn.t find any files to test/

export const ava: ToolReader = {
  name: 'ava',
  title: 'AVA',
  cue: /^ {2}\d+ (?:tests?|uncaught|unhandled) |^\s*[✔✘] /,
  open: () => {
    const failing = new FailingTests()
    let total = { failed: 0, passed: 0 }
    let isDone = false
    const told = (isProof: boolean): Finding => {
      isDone = true
      return soFar(verdict({ ...total, names: failing.list() }), isProof)
    }
    const line = (text: string): Finding | null => {
      if (isDone && POINT.test(text)) {
        failing.take()
        ;[total, isDone] = [{ failed: 0, passed: 0 }, false]
      }
      failing.add(NAMED.exec(text)?.[1])
      if (NONE.test(text)) return { what: 'no-tests' }
      const uncaught = UNCAUGHT.exec(text)?.[1]
      const failed = FAILED.exec(text)?.[1] ?? uncaught
      const passed = PASSED.exec(text)?.[1]
      if (failed !== undefined) total.failed += Number(failed)
      if (passed !== undefined) total.passed = Number(passed)
      if (failed === undefined && passed === undefined) return null
      // An exception before the first test means that the test file did not load.
      if (uncaught !== undefined && failing.count === 0 && total.passed === 0) {
        isDone = true
        return { what: 'build-failed', tentative: true, detail: total }
      }
      return told(failed !== undefined || total.failed === 0)
    }
    return { line }
  },
}
