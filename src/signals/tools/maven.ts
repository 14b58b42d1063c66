import type { What } from '../signal.ts'
import { ErrorBatch } from './error-batch.ts'
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
const PROJECT =
  /^\[(?:ERROR|FATAL)\] +(?:\[(?:ERROR|FATAL)\] )?(?:Non-(?:readable|parseable) POM|Malformed POM|Unknown lifecycle phase|No plugin found for prefix|No goals have been specified|The project .* has \d+ error|Child module .* does not exist|'[\w.]+' (?:is missing|for \S+ is missing)|.*requires a project to execute but there is no POM)/

/** Which plugin failed tells what kind of failure it is. Tests have their own reader. */
const PLUGINS: readonly (readonly [RegExp, What])[] = [
  [/surefire|failsafe|karma|frontend-maven-plugin|exec-maven-plugin|jacoco.*check/, 'failure'],
  [
    /checkstyle|:pmd|maven-pmd|spotbugs|findbugs|spotless|fmt-maven|formatter|apache-rat|license|forbiddenapis|errorprone|sortpom|impsort/,
    'lint-failed',
  ],
]

export const maven: ToolReader = {
  name: 'maven',
  title: 'Maven',
  cue: /^\[(?:ERROR|FATAL)\]|^\[WARN\] .*\.java:\d|^\[INFO\] BUILD /,
  open: () => {
    const errors = new ErrorBatch()
    const checks = new ErrorBatch()
    let failing = false
    const goal = (text: string, plugin: string): Finding => {
      failing = false
      if (UNRESOLVED.test(text)) return { what: 'install-failed', detail: transient(text) }
      const what = PLUGINS.find(([form]) => form.test(plugin))?.[1] ?? 'build-failed'
      if (what === 'failure') return { what, secondhand: true }
      if (what === 'lint-failed') return checks.isEmpty ? { what } : checks.take(what)
      return errors.isEmpty ? { what } : errors.take(what)
    }
    const line = (text: string): Finding | null => {
      if (PASSED.test(text)) return { what: 'build-passed' }
      const plugin = GOAL.exec(text)?.[1]
      if (plugin !== undefined) return goal(text, plugin)
      const check = CHECK.exec(text)
      if (check !== null) checks.add(text, check[1])
      const error = check === null ? COMPILER.exec(text) : null
      if (error?.[1] !== undefined) {
        // Maven prints every error twice: in the compiler's part and below the failed goal.
        errors.add(text, error[1])
        return failing ? null : errors.soFar('build-failed')
      }
      if (PROJECT.test(text)) return { what: 'build-failed' }
      if (failing && UNRESOLVED.test(text)) return { what: 'install-failed', detail: transient(text) }
      if (!FAILED.test(text)) return null
      failing = true
      return errors.isEmpty
        ? { what: 'build-failed', secondhand: true, tentative: true }
        : errors.soFar('build-failed')
    }
    return { line }
  },
}
