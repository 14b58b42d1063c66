import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** javac, run directly or by ant with the prefix `[javac]`. */
const JAVAC =
  /^(?:\s*\[(?:javac|javadoc|groovyc|ecj|apt)\] )?((?:[A-Za-z]:)?[^\s:[][^:]{0,300}\.(?:java|groovy)):\d+: error: /
const KOTLINC =
  /^e: (?:file:\/\/(?:\/(?=[A-Za-z]:))?)?((?:[A-Za-z]:)?[^\s:][^:]{0,300}\.kts?):(?:\d+:\d+ | \(\d+, \d+\): )/
const SCALAC = /^\[error\] ((?:[A-Za-z]:)?[^\s:][^:]{0,300}\.scala):\d+(?::\d+)?: /
const COUNT = /^(?:\s*\[javac\] )?(\d+) errors?$/
const SBT_FAILED = /^\[error\] \(.*\bcompile\w*\) Compilation failed/
const ANT_ENDS = /^BUILD FAILED$/
/** The line after ant's `BUILD FAILED` names the place in the build file and the cause. */
const ANT_SAYS = /^((?:[A-Za-z]:)?\S{1,300}\.xml):\d+: (.*)$/
const ANT_TESTS = /\btests?\b.*\bfail|failing tests?|Tests? failed/i
const PASSED = /^BUILD SUCCESSFUL$/

export const javaBuild: ToolReader = {
  name: 'javac',
  title: 'javac, Ant, Kotlin and Scala',
  cue: /\.(?:java|groovy|kts?|scala):|^(?:\s*\[javac\] )?\d+ errors?$|^BUILD (?:FAILED|SUCCESSFUL)$|\.xml:\d+: |Compilation failed/,
  open: () => {
    const errors = new ErrorBatch()
    let antFailed = false
    const line = (text: string): Finding | null => {
      const error = JAVAC.exec(text) ?? KOTLINC.exec(text) ?? SCALAC.exec(text)
      if (error !== null) {
        errors.add(text.replace(/^\s*\[javac\] /, ''), error[1])
        return errors.soFar('build-failed')
      }
      const counted = COUNT.exec(text)?.[1]
      if (counted !== undefined) return errors.isEmpty ? null : errors.take('build-failed', Number(counted))
      if (SBT_FAILED.test(text))
        return errors.isEmpty ? { what: 'build-failed' } : errors.take('build-failed')
      if (PASSED.test(text)) return { what: 'build-passed' }
      if (ANT_ENDS.test(text)) antFailed = true
      const ant = antFailed ? ANT_SAYS.exec(text) : null
      if (ant === null) return null
      antFailed = false
      return ANT_TESTS.test(ant[2] ?? '')
        ? { what: 'failure', secondhand: true }
        : { what: 'build-failed', secondhand: true }
    }
    return { line }
  },
}
