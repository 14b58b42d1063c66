import { FailingTests, labelled, soFar, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** The level that Maven and sbt put before a line. */
const LEVEL = /^\[(?:INFO|ERROR|WARN|WARNING)\] ?/i
const COUNTS = /^Tests run: \d+, {1,2}Failures: \d+(?:, Errors: \d+)?(?:, Skipped: \d+)?(?:, Flakes: \d+)?$/
const LISTED = /^ {2}(?:[\w$]+Test\w*|[\w$.]+)(?:\.|#|>)\S+.*$/
const LIST = /^(?:Failures|Errors|Failed tests|Tests in error): ?(.*)$/
const PLUGIN = /maven-(?:surefire|failsafe)-plugin/
const FAILURES = /There are test failures|Tests? (?:run )?failures? /
const CRASH = /The forked VM terminated without (?:properly )?saying/i
const FORK = /ExecutionException .*forked|There was an error in the forked process/i
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

/** The counts of one module or project, in any format of a JVM runner. */
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

type Run = {
  readonly failing: FailingTests
  total: Totals
  /** The last counts were those of ScalaTest, which sbt repeats in its own format. */
  isScala: boolean
  isListing: boolean
  /** The counts of the console launcher, each on its own line. */
  readonly launcher: Record<string, number>
}

function addTotals(run: Run, { failed, passed }: Totals): Finding | null {
  run.total = { failed: run.total.failed + failed, passed: run.total.passed + passed }
  if (run.total.failed + run.total.passed === 0) return null
  return soFar(verdict({ ...run.total, names: run.failing.list() }), run.total.failed === 0 || failed > 0)
}

function readName(run: Run, text: string): void {
  const { failing } = run
  failing.add(GRADLE_NAMED.exec(text)?.[1] ?? SCALA_NAMED.exec(text)?.[1] ?? JUNIT4_NAMED.exec(text)?.[1])
  const [, owner, method] = CONSOLE_NAMED.exec(text) ?? []
  if (method !== undefined) failing.add(`${owner}.${method}`)
  const list = LIST.exec(text)?.[1]
  if (list !== undefined) run.isListing = true
  const listed = list === undefined || list === '' ? text : `  ${list}`
  if (run.isListing && LISTED.test(listed)) failing.add(/^ {2}(\S+?)(?::\d+.*| .*|$)/.exec(listed)?.[1])
}

/** What the build reports about its test goal, besides the counts. */
function readGoal({ failed, passed }: Totals, text: string): Finding | null {
  if ((PLUGIN.test(text) && FAILURES.test(text)) || GRADLE_FAILED.test(text))
    return failed > 0 ? null : { what: 'tests-failed', tentative: true }
  if (CRASH.test(text)) return { what: 'segfault', tentative: true }
  if (FORK.test(text)) return { what: 'runner-error', tentative: true }
  if (NO_MATCH.test(text) || GRADLE_NONE.test(text)) return { what: 'no-tests' }
  return NONE.test(text) && failed + passed === 0 ? { what: 'no-tests', tentative: true } : null
}

function readTotals(run: Run, text: string, totals: Totals): Finding | null {
  const isRepeat = run.isScala && SBT.test(text)
  run.isListing = false
  run.isScala = SCALATEST.test(text)
  return isRepeat ? null : addTotals(run, totals)
}

function readLine(run: Run, text: string): Finding | null {
  const [, value, word] = CONSOLE.exec(text) ?? []
  if (word !== undefined) run.launcher[word] = Number(value)
  if (word === 'failed') {
    const { failed = 0, successful = 0 } = run.launcher
    return addTotals(run, { failed, passed: successful })
  }
  const totals = totalsOf(text)
  if (totals !== null) return readTotals(run, text, totals)
  readName(run, text)
  // The next build in the same log starts with new counts.
  if (SUCCESS.test(text)) run.total = { failed: 0, passed: 0 }
  return readGoal(run.total, text)
}

export const surefire: ToolReader = {
  name: 'surefire',
  title: 'Maven, Gradle and sbt tests',
  cue: /Tests run: |tests? completed|> .* FAILED$|failing tests|No tests (?:to run|were executed|found for|matching)|no tests to run|There are test failures|surefire|failsafe|forked|^\[\s+\d+ tests |MethodSource \[|^OK \(\d|^\d+\) \w+\(|^(?:\[\w+\] ?)?(?:Tests: succeeded|(?:Passed|Failed|Error): Total|- .*FAILED|Failures|Errors|Failed tests|Tests in error|BUILD SUCCESS)|^(?:\[\w+\] ?)? {2}\S/,
  open: () => {
    const run: Run = {
      failing: new FailingTests(),
      total: { failed: 0, passed: 0 },
      isScala: false,
      isListing: false,
      launcher: {},
    }
    return { line: (text) => readLine(run, text.replace(LEVEL, '')) }
  },
}
