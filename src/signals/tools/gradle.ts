import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { MAY_HAVE_DIED, StartedProgram } from './started-program.ts'
import { transient } from './transient.ts'

const WENT_WRONG = /^\* What went wrong:$/
/** Advice follows this line, in the same form as the causes. */
const ADVICE = /^\* Try:$/
/** This line follows, with the causes below it, each after `>`. */
const TASK = /^Execution failed for task '([^']+)'/
const SAYS =
  /^(?:> (?!Task :)|A problem occurred|Could not |Execution failed|Failed to |Task '|Project '|Cannot |Plugin |Build file |Script |Gradle |Timeout )/
const TESTS = /failing tests|[Tt]est\w{0,60}'?\.?$/
const LINTS = /checkstyle|:pmd|detekt|ktlint|spotless|spotbugs|:lint|codenarc/i
/** Tasks that start the program. The cause is in the program's own output. */
const RUNS = /:(?:\w*[rR]un|runServer|runClient|exec|start|bootRun|quarkusDev|jettyRun|appRun)$/
const STARTS = /^> Task \S*:(?:bootRun|quarkusDev|jettyRun|appRun|run|runServer|runClient)$/
/** A missing part of the environment: the right Java version, an SDK, a key. */
const LACKS: RegExp = anyOf([
  /Dependency requires at least JVM runtime version|Unsupported class file major version/,
  /SDK location not found|Failed to find target with hash string|licen[cs]es have not been accepted/,
  /Minimum supported Gradle version|Keystore file .{1,300} not found|No version of NDK matched/,
  /did not have a source\.properties|Android Gradle plugin requires Java/,
  /does not contain a Gradle build|JAVA_HOME|NDK is not installed/,
  /Value '.{1,300}' given for org\.gradle\.java\.home|Timeout waiting (?:for|to lock)/,
  /daemon (?:could not be|disappeared)/,
])
const UNRESOLVED =
  /Could not (?:resolve|find|download|GET|get|determine the dependencies)|was not found in any of the following sources|No matching (?:variant|toolchain)|Unable to find a matching variant/
const NO_DISTRIBUTION =
  /^Exception in thread "main" (?:java\.net\.(?:UnknownHost|Connect|SocketTimeout)Exception|java\.io\.IOException: Downloading from)/
const WRAPPER = /org\.gradle\.wrapper\.|GradleWrapperMain/
const FAILED =
  /^(?:BUILD FAILED(?: in .*)?|FAILURE: Build failed with an exception\.|FAILURE: Build completed with \d+ failures\.)$/
const PASSED = /^BUILD SUCCESSFUL in /

/** Each of several failures has its own report. The first is the cause of the others. */
const SEVERAL = /^FAILURE: Build completed with \d+ failures\.$/

type State = {
  wrong: boolean
  task: string
  told: boolean
  network: string
  isSeveral: boolean
  readonly program: StartedProgram
}

export const gradle: ToolReader = {
  name: 'gradle',
  title: 'Gradle',
  cue: anyOf([
    /^\* (?:What went wrong|Try):|^Execution failed for task|^\s*> \S|^(?:A problem|Could not|Execution failed|Failed to|Task '|Project '|Cannot|Plugin|Build file|Script|Gradle|Timeout) |^BUILD (?:FAILED|SUCCESSFUL in)|^FAILURE: Build|^Exception in thread "main" java|org\.gradle\.wrapper/,
    MAY_HAVE_DIED,
  ]),
  open: () => {
    const state: State = {
      wrong: false,
      task: '',
      told: false,
      network: '',
      isSeveral: false,
      program: new StartedProgram(STARTS),
    }
    return { line: (text) => readLine(state, text) }
  },
}

function readLine(state: State, text: string): Finding | null {
  if (WENT_WRONG.test(text)) {
    state.wrong = !(state.isSeveral && state.told)
    state.task = ''
    return null
  }
  if (ADVICE.test(text)) state.wrong = false
  if (NO_DISTRIBUTION.test(text)) state.network = text
  if (state.network !== '' && WRAPPER.test(text)) {
    const message = state.network
    state.network = ''
    return { what: 'install-failed', message, detail: { transient: true } }
  }
  state.program.line(text)
  if (PASSED.test(text)) return state.program.hasDied ? null : { what: 'build-passed' }
  if (FAILED.test(text)) {
    const { told } = state
    state.wrong = false
    state.told = false
    state.isSeveral = SEVERAL.test(text)
    return told || text.startsWith('FAILURE') ? null : { what: 'build-failed', secondhand: true }
  }
  return state.wrong ? wentWrong(state, text) : null
}

/** Below `What went wrong`, the first line names the task and the next lines name the cause. */
function wentWrong(state: State, text: string): Finding | null {
  const says = text.trim()
  if (!SAYS.test(says)) return null
  state.told = true
  const task = TASK.exec(says)?.[1]
  if (task !== undefined) state.task = task
  const at = { inPlace: true, tentative: true } as const
  if (TESTS.test(state.task) || TESTS.test(says)) return { what: 'failure', secondhand: true }
  if (RUNS.test(state.task)) return { what: 'failure', secondhand: true }
  if (UNRESOLVED.test(says) || LACKS.test(says))
    return { what: 'install-failed', message: says, ...at, detail: transient(says) }
  const what = LINTS.test(state.task) ? 'lint-failed' : 'build-failed'
  // A compiler that Gradle ran has already reported the line.
  if (task !== undefined || /Compilation (?:failed|error)/.test(says))
    return { what, secondhand: true, tentative: true }
  return { what, message: says.replace(/^> /, ''), ...at }
}
