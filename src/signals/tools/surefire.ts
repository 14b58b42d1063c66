import { FailingTests, labelled, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** The level that Maven and sbt put before a line. */
const LEVEL = /^\[(?:INFO|ERROR|WARN|WARNING)\] ?/i
const COUNTS = /^Tests run: \d+, {1,2}Failures: \d+(?:, Errors: \d+)?(?:, Skipped: \d+)?(?:, Flakes: \d+)?$/
const LISTED = /^ {2}(?:[\w$]+Test\w*|[\w$.]+)(?:\.|#|>)\S+.*$/
const LIST = /^(?:Failures|Errors|Failed tests|Tests in error): ?(.*)$/
const PLUGIN = /maven-(?:surefire|failsafe)-plugin/
const FAILURES = /There are test failures|Tests? (?:run )?failures? /
const CRASH =
  /The forked VM terminated without (?:properly )?saying|ExecutionException .*forked|There was an error in the forked process/i
const NO_MATCH = /No tests were executed!|No tests matching pattern/
const NONE = /^(?:No tests to run\.|There are no tests to run\.)$/
const GRADLE = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/
const GRADLE_NAMED = /^(\S.*? > \S.*) FAILED$/
const GRADLE_FAILED = /^> There were failing tests\. See the report|^There were failing tests\. See the/
const GRADLE_NONE = /^> No tests found for given includes/
const CONSOLE = /^\[\s+(\d+) tests (found|successful|failed|skipped)\s+\]$/
const CONSOLE_NAMED = /^\s+MethodSource \[className = '([^']+)', methodName = '([^']+)'/
const JUNIT4_OK = /^OK \((\d+) tests?\)$/
const JUNIT4_NAMED = /^\d+\) (\w+\([\w.$]+\))$/
const SCALATEST = /^Tests: succeeded (\d+), failed (\d+), canceled (\d+)/
const SBT = /^(Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)/
const SCALA_NAMED = /^- (.*) \*{3} FAILED \*{3}/
const SUCCESS = /^BUILD SUCCESS(?:FUL)?\b/

type Totals = { failed: number; passed: number }

/** The counts of one module or project, in any of the forms that JVM runners print. */
function totalsOf(text: string): Totals | null {
  if (COUNTS.test(text)) {
    const failed = labelled(text, 'Failures') + labelled(text, 'Errors')
    const run = Number(/^Tests run: (\d+)/.exec(text)?.[1])
    return { failed, passed: Math.max(0, run - failed - labelled(text, 'Skipped')) }
  }
  const gradle = GRADLE.exec(text)
  if (gradle !== null) {
    const failed = Number(gradle[2] ?? 0)
    return { failed, passed: Number(gradle[1]) - failed - Number(gradle[3] ?? 0) }
  }
  const scala = SCALATEST.exec(text)
  if (scala !== null) return { failed: Number(scala[2]), passed: Number(scala[1]) }
  const sbt = SBT.exec(text)
  if (sbt !== null) return { failed: Number(sbt[3]) + Number(sbt[4]), passed: Number(sbt[5]) }
  const ok = JUNIT4_OK.exec(text)?.[1]
  return ok === undefined ? null : { failed: 0, passed: Number(ok) }
}

export const surefire: ToolReader = {
  name: 'surefire',
  title: 'Maven, Gradle and sbt tests',
  cue: /Tests run: |tests? completed|> .* FAILED$|failing tests|No tests (?:to run|were executed|found for|matching)|no tests to run|There are test failures|surefire|failsafe|forked|^\[\s+\d+ tests |MethodSource \[|^OK \(\d|^\d+\) \w+\(|^(?:\[\w+\] ?)?(?:Tests: succeeded|(?:Passed|Failed|Error): Total|- .*FAILED|Failures|Errors|Failed tests|Tests in error|BUILD SUCCESS)|^(?:\[\w+\] ?)? {2}\S/,
  open: () => {
    const failing = new FailingTests()
    let total: Totals = { failed: 0, passed: 0 }
    let sbtAdded = false
    let isListing = false
    let tally: Record<string, number> = {}
    const add = ({ failed, passed }: Totals): Finding | null => {
      total = { failed: total.failed + failed, passed: total.passed + passed }
      if (total.failed + total.passed === 0) return null
      const kept = total.failed > 0 && failed === 0 ? { inPlace: true as const } : {}
      return { ...verdict({ ...total, names: failing.list() }), tentative: true, ...kept }
    }
    const name = (text: string): void => {
      failing.add(GRADLE_NAMED.exec(text)?.[1] ?? SCALA_NAMED.exec(text)?.[1] ?? JUNIT4_NAMED.exec(text)?.[1])
      const [, owner, method] = CONSOLE_NAMED.exec(text) ?? []
      if (method !== undefined) failing.add(`${owner}.${method}`)
      const list = LIST.exec(text)?.[1]
      if (list !== undefined) isListing = true
      const listed = list === undefined || list === '' ? text : `  ${list}`
      if (isListing && LISTED.test(listed)) failing.add(/^ {2}(\S+?)(?::\d+.*| .*|$)/.exec(listed)?.[1])
    }
    /** What the build says of its test goal beside the counts. */
    const goal = (text: string): Finding | null => {
      if (PLUGIN.test(text) && FAILURES.test(text))
        return total.failed > 0 ? null : { what: 'tests-failed', tentative: true }
      if (GRADLE_FAILED.test(text)) return total.failed > 0 ? null : { what: 'tests-failed', tentative: true }
      if (CRASH.test(text)) return { what: 'runner-error', tentative: true }
      if (NO_MATCH.test(text) || GRADLE_NONE.test(text)) return { what: 'no-tests' }
      if (NONE.test(text) && total.failed + total.passed === 0) return { what: 'no-tests', tentative: true }
      return null
    }
    const line = (text: string): Finding | null => {
      const bare = text.replace(LEVEL, '')
      const [, value, word] = CONSOLE.exec(bare) ?? []
      if (word !== undefined) tally = { ...tally, [word]: Number(value) }
      if (word === 'failed') return add({ failed: tally['failed'] ?? 0, passed: tally['successful'] ?? 0 })
      const totals = totalsOf(bare)
      if (totals === null) {
        name(bare)
        // The next build in the same log counts anew.
        if (SUCCESS.test(bare)) total = { failed: 0, passed: 0 }
        return goal(bare)
      }
      isListing = false
      // sbt repeats ScalaTest's counts in its own form.
      const isRepeat = sbtAdded && SBT.test(bare)
      sbtAdded = SCALATEST.test(bare)
      return isRepeat ? null : add(totals)
    }
    return { line }
  },
}
