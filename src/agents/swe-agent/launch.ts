import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['sweagent', 'swe-agent'],
  commands: ['run'],
  promptOptions: ['--problem_statement.text'],
  fileOptions: ['--problem_statement.path'],
}

/** SWE-agent works in a copy; the last option applies its patch to the folder. Its own settings choose the model. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => [
    'sweagent',
    'run',
    '--env.repo.path=.',
    `--problem_statement.text=${prompt}`,
    '--actions.apply_patch_locally=true',
  ],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
}
