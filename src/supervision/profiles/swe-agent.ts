import type { CommandLine } from './command-line.ts'
import { profileOf, type AgentProfile } from './profile.ts'

const line: CommandLine = {
  programs: ['sweagent', 'swe-agent'],
  commands: ['run'],
  promptOptions: ['--problem_statement.text'],
  fileOptions: ['--problem_statement.path'],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

/** It works in a copy; the last option brings its patch into the folder. The model comes from its own settings. */
export const sweAgent: AgentProfile = profileOf({
  name: 'swe-agent',
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
})
