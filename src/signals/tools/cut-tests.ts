import { FailingTests } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** A failed test, as runners print it during the run. Group 1 is its name. */
const FAILED: readonly RegExp[] = [
  // pytest, with names or with dots, and its workers
  /^(\S+\.py::\S.*?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?$/,
  /^(\S+\.py) [.sxXR]*[FE][.FEsxXR]*(?: +\[ *\d+%\])?$/,
  /^\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (\S.*)$/,
  // The error of a pytest report whose summary is missing
  /^E {3,8}((?:\w+\.)*\w*(?:Error|Exception|Failed)\b.*)$/,
  // unittest, RSpec and Minitest
  /^(\w+ \([\w.]+\))(?: .*)? \.\.\. (?:FAIL|ERROR)$/,
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))$/,
  /^\s*(\S.*) \((?:FAILED|ERROR) - \d+\)$/,
  /^(\S+#test_\S+) = [\d.]+ s = [FE]$/,
  // Go, Rust, Deno
  /^\s*--- FAIL: (\S+) \([\d.]+s\)$/,
  /^test (\S.*) \.\.\. FAILED$/,
  /^(\S.*) \.\.\. FAILED \(\d+m?s\)$/,
  /^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+ \S+)$/,
  // Vitest, Playwright, Bun
  /^\s+❯ (\S+\.[cm]?[jt]sx?) .*\b\d+ failed\b/,
  /^\s+[✘✗x] +\d+ (\S.*:\d+:\d+ › .*)$/,
  /^\(fail\) (\S.*)$/,
  /^ {2}\d+\) (?:\[[^\]]+\] › )?(\S+:\d+:\d+ › .*?)(?: ─+)?$/,
  // GoogleTest, CTest, JUnit under Gradle, .NET, PHPUnit, Robot Framework
  /^\[ {2}FAILED {2}\] (\S+) \(\d+ ms\)$/,
  /^ *\d+\/\d+ Test +#\d+: (\S+) .*\*\*\*(?:Failed|Timeout|Exception)/,
  /^([\w.$]+ > .+) FAILED$/,
  /^(?:\[ERROR\] +)?Tests run: .* <<< (?:FAILURE|ERROR)!.* in (\S+)$/,
  /^ {2}Failed (\S.*) \[[\d.<, a-z]+\]$/,
  /^([.SIRWDN]*[FE][.FESIRWDN]*) +\d+ \/ \d+ \( *\d+%\)$/,
  /^(\S(?:.*\S)?) {1,200}\| FAIL \|$/,
  // The error of Jest and Vitest, of which only a part was pasted
  /^\s{2,8}(expect\(\S{1,80}?\)(?:\.\w+){1,4}\(.{0,200}\))(?: \/\/ .*)?$/,
  // XCTest
  /^\S.{0,300}\.(?:mm?|swift):\d+: error: (-\[\w[\w.]* \w+\]|\w[\w.]*) : /,
]
/** The progress of RSpec, Minitest, unittest and many others: one sign for each test. A log line may follow it. */
const DOTS =
  /^(?=[.*FESsx]{0,4000}F)(?=[FESsx*]{0,4000}\.{3})[.*FESsx]{20,4000}(?![\w.])|^(?=[.*FESsx]{0,4000}F)[.*FESsx]{20,4000}(?=[A-Z]{4})/
/** Runners that mark each test. The failure mark counts only if there is also a mark for a passed test. */
const PASSED_MARK = /^(\s{1,12})[✓✔√] \S/
const FAILED_MARK =
  /^(\s{1,12})(?:[✗✘✖✕×]|\d+\)) (?!(?:[Bb]uild|[Cc]ompil\w+|[Dd]eploy\w*|[Ii]nstall\w*) (?:has )?failed\b)(\S.*?)(?: \(\d+ ?m?s\))?$/

/** Reads single failed tests of any runner. They count only if no verdict follows, because then the run was cut off. */
export const cutTests: ToolReader = {
  name: 'cut-tests',
  title: 'test runs that are cut off',
  cue: /^E {3,8}\S|^\s{2,8}expect\(|: error: \S+(?: \w+\])? : |<<< |FAILED|FAIL\b|ERROR|\*\*\*|\.py [.sxXR]*[FE]|^\(fail\) |^ {2}Failed | failed\b.*\)|^[.SIRWDN]*[FE][.FESIRWDN]* +\d+ \/|= [FE]$|^[.*FESsx]{20}|(?:SIGABRT|SIGSEGV|TIMEOUT) \[|✓|✔|√|✗|✘|✖|✕|×|^\s{2,12}\d+\) |^\s+x +\d+ /,
  open: () => {
    const failing = new FailingTests()
    /** The indents at which a mark for a passed test occurred. A list at another indent is not a list of tests. */
    const indents = new Set<string>()
    const nameIn = (text: string): string | undefined => {
      const passed = PASSED_MARK.exec(text)?.[1]
      if (passed !== undefined) indents.add(passed)
      const known = FAILED.find((one) => one.test(text))
      if (known !== undefined) return known.exec(text)?.[1]
      const [, indent = '', name] = FAILED_MARK.exec(text) ?? []
      return indents.has(indent) ? name : undefined
    }
    const line = (text: string): Finding | null => {
      const name = nameIn(text)
      if (name === undefined && !DOTS.test(text)) return null
      if (name !== undefined) failing.add(name)
      return { what: 'tests-cut-off', tentative: true, secondhand: true, detail: { names: failing.list() } }
    }
    return { line }
  },
}
