import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const SUMMARY = /^(\d+)% tests passed, (\d+) tests? failed(?: out of (\d+))?$/
const LISTED =
  /^\s+\d+ - (\S+)(?:.*)? \((Failed|Timeout|SEGFAULT|Not Run|Exception|ILLEGAL|NUMERICAL|Subprocess \w+|\w+ \*{3}\w+|[\w ]+)\)/
const NONE = /^No tests were found!!!|^No test configuration file found!/
const OWN = /^(?:Failed to change working directory to|CMake Error.*\bctest|Unknown argument: -)/

export const ctest: ToolReader = {
  name: 'ctest',
  title: 'CTest',
  cue: /% tests passed|^\s+\d+ - \S|^No tests? (?:were|configuration)|^Failed to change working|^CMake Error|^Unknown argument/,
  open: () => {
    const failing = new FailingTests()
    let summary: { failed: number; passed: number } | null = null
    let unbuilt = 0
    const total = (): Finding | null => {
      if (summary === null) return null
      const finding = verdict({ ...summary, names: failing.list() })
      // A test whose program was never built did not fail. The build failed.
      const isUnbuilt = unbuilt > 0 && unbuilt === summary.failed && summary.passed === 0
      return { ...finding, what: isUnbuilt ? 'build-failed' : finding.what, tentative: true }
    }
    const line = (text: string): Finding | null => {
      const counts = SUMMARY.exec(text)
      if (counts !== null) {
        const failed = Number(counts[2])
        failing.take()
        ;[summary, unbuilt] = [{ failed, passed: Number(counts[3] ?? failed) - failed }, 0]
        return total()
      }
      const [, name, how] = LISTED.exec(text) ?? []
      if (name !== undefined && summary !== null && failing.count < summary.failed) {
        failing.add(name)
        if (how === 'Not Run') unbuilt += 1
        return { ...(total() ?? { what: 'tests-failed' }), inPlace: true }
      }
      if (NONE.test(text)) return { what: 'no-tests' }
      return OWN.test(text) ? { what: 'runner-error' } : null
    }
    return { line }
  },
}
