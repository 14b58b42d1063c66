import { count, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Verdicts that harnesses and scripts print after the tests they ran. Whole lines only: prose has more words. */
const FRAME = /^[\s>=*#!\-–—~_|]*(?:\[[A-Z]+\] ?|[❌✅✗✘✖✓✔🎉] ?)?(.*?)[\s=*#!.\-–—~_|🎉✅❌<]*$/u
const FAILED: readonly RegExp[] = [
  /^(?:some|all|\d+|one or more|the) tests? (?:have |has )?failed$/i,
  /^tests? failed$/i,
  /^(?:test |tests |final |overall )?(?:results?|verdict|outcome|status): ?(?:fail(?:ed|ure)?|tests failed)$/i,
]
const PASSED: readonly RegExp[] = [
  /^all (?:\d+ |the )?tests (?:have )?(?:passed|succeeded|ok)$/i,
  /^(?:test |tests |final |overall )?(?:results?|verdict|outcome|status): ?(?:pass(?:ed)?|all tests passed)$/i,
]
const RATIO =
  /^(?:(?:results?|total|summary|score|tests?): ?)?(\d{1,6}) ?(?:\/|of|out of) ?(\d{1,6}) (?:tests?|checks?|test cases?|assertions) (?:passed|passing|ok)$/i
const BOTH =
  /^(?:(?:results?|total|summary|tests?(?: finished| results?)?): ?)(\d{1,6}) (?:tests? )?passed,? (?:and )?(\d{1,6}) (?:tests? )?failed\b(?:,.*)?$/i
const FAILED_RATIO = /(?:^|\s)(\d{1,6}) ?(?:\/|of|out of) ?(\d{1,6}) tests? failed$/i
const SYMPY = /^tests finished: \d+ passed.* in [\d.]+ seconds$/

/** A sentence with more words is prose. */
const MOST_WORDS = 14

export const testVerdict: ToolReader = {
  name: 'test-verdict',
  title: 'A harness or script',
  cue: /\btests?\b|result|verdict|outcome|status|checks/i,
  open: () => {
    const line = (text: string): Finding | null => {
      if (text.length > 160 || text.split(' ', MOST_WORDS + 1).length > MOST_WORDS) return null
      const said = FRAME.exec(text)?.[1] ?? ''
      if (FAILED.some((form) => form.test(said))) return { what: 'tests-failed', secondhand: true }
      if (PASSED.some((form) => form.test(said))) return { what: 'tests-passed', secondhand: true }
      const ratio = RATIO.exec(said)
      if (ratio !== null) {
        const [passed, all] = [Number(ratio[1]), Number(ratio[2])]
        return passed > all || all === 0
          ? null
          : { ...verdict({ failed: all - passed, passed }), secondhand: true }
      }
      const bad = FAILED_RATIO.exec(said)
      if (bad !== null)
        return {
          ...verdict({ failed: Number(bad[1]), passed: Number(bad[2]) - Number(bad[1]) }),
          secondhand: true,
        }
      if (SYMPY.test(said)) {
        const failed = count(said, 'failed') + count(said, 'exceptions?')
        return { ...verdict({ failed, passed: count(said, 'passed') }), secondhand: true }
      }
      const both = BOTH.exec(said)
      if (both === null) return null
      const [passed, failed] = [Number(both[1]), Number(both[2])]
      return passed + failed === 0 ? null : { ...verdict({ failed, passed }), secondhand: true }
    }
    return { line }
  },
}
