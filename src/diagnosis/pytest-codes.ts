/** Decides whether exit codes are those of pytest. For other programs, 2, 3, 4 and 5 have other meanings. */
import type { DiagnoseInput } from './diagnosis.ts'

const PYTEST = /(?:^|[\s/;&|("'])(?:pytest|py\.test)(?=$|[\s;&|)"'])/
/** Commands that name pytest without running it. */
const INSTALLS = /\b(?:install|add|which|-v)\s[^;&|]*\bpytest\b/

/**
 * Do the exit codes of pytest apply? Mayday knows the commands that it ran. For an empty output that Mayday did not
 * run, only the code is known, and the literal map of the bench dialect applies.
 */
export function hasPytestCodes({ command, ending, bytes = 0, signals }: DiagnoseInput): boolean {
  if (command !== undefined) return PYTEST.test(command.replace(INSTALLS, ''))
  return ending === undefined && bytes === 0 && signals.length === 0
}
