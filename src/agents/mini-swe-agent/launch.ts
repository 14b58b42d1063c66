import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['mini', 'mini-swe-agent'],
  promptOptions: ['-t', '--task'],
}

/** Without `--yolo` it asks before every command, and without `--exit-immediately` at the end. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['mini', '--yolo', '--exit-immediately', '--task', prompt],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
}
