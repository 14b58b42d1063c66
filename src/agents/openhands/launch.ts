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

/** Taking up a conversation again is documented for its terminal interface only. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['openhands', '--headless', '--json', '-t', prompt],
  readsInput: false,
  resume: null,
}
