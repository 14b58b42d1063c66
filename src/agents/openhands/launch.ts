import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['openhands', 'openhands.core.main'],
  promptOptions: ['-t', '--task'],
  fileOptions: ['-f', '--file'],
}

/** Resuming a conversation is documented only for its terminal interface. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['openhands', '--headless', '--json', '-t', prompt],
  readsInput: false,
  resume: null,
}
