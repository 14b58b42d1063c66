import { meaningOf, type Form } from '../forms.ts'
import { anyOf } from '../any-of.ts'
import { ErrorBatch } from './error-batch.ts'
import { MAY_HAVE_DIED, StartedProgram } from './started-program.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

const COMPILER =
  /^\[ERROR\] (?:COMPILATION ERROR|((?:[A-Za-z]:)?[^\s:[][^:[]{0,300}\.(?:java|kt|groovy|scala)):\[?\d+[,:]\d+\]? )/
const CHECK = /^\[(?:ERROR|WARN)\] ((?:[A-Za-z]:)?[^\s:[][^:[]{0,300}\.java):\d+(?::\d+)?: .*\[\w+\]$/
const GOAL = /^\[ERROR\] Failed to execute goal (\S+)/
const FAILED = /^\[INFO\] BUILD FAILURE$|^\[ERROR\] BUILD (?:FAILURE|ERROR)/
const PASSED = /^\[INFO\] BUILD SUCCESS(?:FUL)?$/
const UNRESOLVED =
  /Could not (?:resolve dependencies|find artifact|transfer artifact|collect dependencies)|could not be resolved|Failed to (?:collect dependencies|read artifact descriptor)|Non-resolvable (?:parent|import) POM|Plugin \S+ or one of its dependencies/
/** A goal that starts a program. */
const RUNS_PROGRAM = /^\[INFO\] --- \S+:(?:run|java|dev|devmode|start|exec)(?: \(|$| @)/
/** The machine has the wrong version of Java or Maven. */
const LACKS =
  /invalid (?:target|source) release: |release version \d+ not supported|No compiler is provided in this environment|JAVA_HOME|Unsupported class file major version|has been compiled by a more recent version|requires Maven version|RequireJavaVersion|RequireMavenVersion/
const PROJECT =
  /^\[(?:ERROR|FATAL)\] +(?:\[(?:ERROR|FATAL)\] )?(?:Non-(?:readable|parseable) POM|Malformed POM|Unknown lifecycle phase|No plugin found for prefix|No goals have been specified|The project .* has \d+ error|Child module .* does not exist|'[\w.]+' (?:is missing|for \S+ is missing)|.*requires a project to execute but there is no POM)/

/** The failed plugin determines the kind of failure. Tests have their own reader. */
const PLUGINS: readonly Form[] = [
  // They start a program. The cause is in the program's own output.
  [
    /surefire|failsafe|karma|frontend-maven-plugin|exec-maven-plugin|jacoco.*check|:(?:run|dev|start|exec|test-run)$/,
    'failure',
  ],
  [
    /checkstyle|:pmd|maven-pmd|spotbugs|findbugs|spotless|fmt-maven|formatter|apache-rat|license|forbiddenapis|errorprone|sortpom|impsort/,
    'lint-failed',
  ],
]

type Run = {
  readonly errors: ErrorBatch
  readonly checks: ErrorBatch
  /** The build failed, and the failed goal follows. */
  isFailing: boolean
  readonly program: StartedProgram
}

const unresolved = (text: string): Finding => ({ what: 'install-failed', detail: transient(text) })

function readGoal(run: Run, text: string, plugin: string): Finding {
  run.isFailing = false
  if (UNRESOLVED.test(text) || LACKS.test(text)) return unresolved(text)
  const what = meaningOf(PLUGINS, plugin) ?? 'build-failed'
  if (what === 'failure') return { what, secondhand: true }
  const problems = what === 'lint-failed' ? run.checks : run.errors
  return problems.isEmpty ? { what } : problems.take(what)
}

/** Maven prints every error twice: in the output of the compiler and below the failed goal. */
function readError(run: Run, text: string, file: string): Finding | null {
  run.errors.add(text, file)
  return run.isFailing ? null : run.errors.soFar('build-failed')
}

function readFailed(run: Run): Finding {
  run.isFailing = true
  return run.errors.isEmpty
    ? { what: 'build-failed', secondhand: true, tentative: true }
    : run.errors.soFar('build-failed')
}

function readLine(run: Run, text: string): Finding | null {
  run.program.line(text)
  if (PASSED.test(text)) return run.program.hasDied ? null : { what: 'build-passed' }
  const plugin = GOAL.exec(text)?.[1]
  if (plugin !== undefined) return readGoal(run, text, plugin)
  const check = CHECK.exec(text)
  if (check !== null) run.checks.add(text, check[1])
  const file = check === null ? COMPILER.exec(text)?.[1] : undefined
  if (file !== undefined) return readError(run, text, file)
  if (PROJECT.test(text)) return { what: 'build-failed' }
  if (run.isFailing && UNRESOLVED.test(text)) return unresolved(text)
  return FAILED.test(text) ? readFailed(run) : null
}

export const maven: ToolReader = {
  name: 'maven',
  title: 'Maven',
  cue: anyOf([/^\[(?:ERROR|FATAL)\]|^\[WARN\] .*\.java:\d|^\[INFO\] (?:BUILD |--- )/, MAY_HAVE_DIED]),
  open: () => {
    const run: Run = {
      errors: new ErrorBatch(),
      checks: new ErrorBatch(),
      isFailing: false,
      program: new StartedProgram(RUNS_PROGRAM),
    }
    return { line: (text) => readLine(run, text) }
  },
}
