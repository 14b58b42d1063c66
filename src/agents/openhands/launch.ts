import type { CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  programs: ['openhands', 'openhands.core.main'],
  commands: [],
  promptOptions: ['-t', '--task'],
  fileOptions: ['-f', '--file'],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

/** Resuming a conversation is documented only for its terminal interface. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['openhands', '--headless', '--json', '-t', prompt],
  readsInput: false,
  resume: null,
}
