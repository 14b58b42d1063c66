import { FailingTests, soFar, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const SPECS = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/
const NAMED = /^\d+\) (\S.*)$/
const NONE = /^(?:Incomplete: )?No specs found$/
/** Karma repeats its counts during the run. Only the line with all tests counts. */
const KARMA = /\bExecuted (\d+) of (\d+)(?: \((\d+) FAILED\))?.*\((?:[\d.]+ (?:secs?|mins?)|skipped).*\)$/
/** A browser's name, the counts and the times fit into this length. */
const LONGEST = 300
const KARMA_NAMED = /^.*\(.+\) (\S.*) FAILED$/

export const jasmine: ToolReader = {
  name: 'jasmine',
  title: 'Jasmine and Karma',
  cue: /specs?, \d|^\d+\) |No specs found|\bExecuted \d| FAILED$/,
  open: () => {
    const failing = new FailingTests()
    const karma = (text: string): Finding | null => {
      if (text.length > LONGEST) return null
      failing.add(KARMA_NAMED.exec(text)?.[1])
      const [, run, all, bad] = KARMA.exec(text) ?? []
      if (run === undefined || run !== all) return null
      const failed = Number(bad ?? 0)
      return soFar(verdict({ failed, passed: Number(run) - failed, names: failing.list() }))
    }
    const line = (text: string): Finding | null => {
      if (NONE.test(text)) return { what: 'no-tests', tentative: true }
      const [, specs, failures, pending] = SPECS.exec(text) ?? []
      if (specs !== undefined) {
        const failed = Number(failures)
        return verdict({
          failed,
          passed: Number(specs) - failed - Number(pending ?? 0),
          names: failing.take(),
        })
      }
      failing.add(NAMED.exec(text)?.[1])
      return karma(text)
    }
    return { line }
  },
}
