/** Whose exit codes are pytest's: 2, 3, 4 and 5 mean something else to every other program. */
import type { DiagnoseInput } from './diagnosis.ts'

const PYTEST = /(?:^|[\s/;&|("'])(?:pytest|py\.test)(?=$|[\s;&|)"'])/
/** Words that name pytest without running it. */
const INSTALLS = /\b(?:install|add|which|-v)\s[^;&|]*\bpytest\b/

/**
 * Do pytest's codes apply? Mayday knows the command that it ran itself. Of a foreign output that is empty nothing is
 * known but the code, and the literal map of the bench dialect serves.
 */
export function hasPytestCodes({ command, ending, bytes = 0, signals }: DiagnoseInput): boolean {
  if (command !== undefined) return PYTEST.test(command.replace(INSTALLS, ''))
  return ending === undefined && bytes === 0 && signals.length === 0
}
