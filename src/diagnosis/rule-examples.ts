/** Outputs of the examples of rules. */
import type { Example } from './rule.ts'

/** A line that an agent in text mode prints. */
export const plain = (output: string, exitCode?: number): Example => ({
  output: `Working on it.\n${output}\n`,
  stage: 'agent_run',
  ...(exitCode === undefined ? {} : { exitCode }),
})

/** The same line in an agent's own output. The forms of unknown programs are not matched there. */
export const beside = (output: string): Example => ({
  output: `${JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' })}\n${output}\n`,
  stage: 'agent_run',
  exitCode: 1,
})

/** A line that a failed command prints. */
export const said = (output: string, stage: Example['stage'] = 'final_test'): Example => ({
  output: `Working on it.\n${output}\n`,
  stage,
  exitCode: 1,
})

/** The last lines of an agent in text mode. */
export const agent = (...lines: readonly string[]): Example => ({
  stage: 'agent_run',
  output: lines.join('\n'),
})

/** The last lines of any other program. */
export const program = (...lines: readonly string[]): Example => ({
  output: lines.join('\n'),
  stage: 'final_test',
})
