import type { CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  programs: ['mini', 'mini-swe-agent'],
  commands: [],
  promptOptions: ['-t', '--task'],
  fileOptions: [],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

/** Without `--yolo` it asks before every command, and without `--exit-immediately` at the end. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['mini', '--yolo', '--exit-immediately', '--task', prompt],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
}
