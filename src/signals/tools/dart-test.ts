import { verdict } from './test-run.ts'
import { MOST_NAMES, type Finding, type ToolReader } from './tool-reader.ts'

/** `00:04 +12 ~1 -2: test/login_test.dart: a name [E]`, with the counts so far. */
const PROGRESS = /^\d\d:\d\d \+(\d+)(?: ~\d+)?(?: -(\d+))?: (.*)$/
const FAILED_TEST = /^(?:\S+\.dart: )?(.{1,200}) \[E\]$/

/** The output of `dart test` and `flutter test`. Every line has the counts so far, and the last one is the verdict. */
export const dartTest: ToolReader = {
  name: 'dart-test',
  title: 'dart test and flutter test',
  cue: /^\d\d:\d\d \+\d+/,
  open: () => {
    const names: string[] = []
    const line = (text: string): Finding | null => {
      const [, passed = '', failed = '0', said = ''] = PROGRESS.exec(text) ?? []
      const failing = FAILED_TEST.exec(said)?.[1]
      if (failing !== undefined && names.length < MOST_NAMES) names.push(failing)
      if (said === 'No tests ran.') return { what: 'no-tests' }
      if (said !== 'Some tests failed.' && said !== 'All tests passed!') return null
      return verdict({ failed: Number(failed), passed: Number(passed), names })
    }
    return { line }
  },
}
