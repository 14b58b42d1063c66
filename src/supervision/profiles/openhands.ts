import type { CommandLine } from './command-line.ts'
import { profileOf, type AgentProfile } from './profile.ts'

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
export const openhands: AgentProfile = profileOf({
  name: 'openhands',
  line,
  argvFor: (prompt) => ['openhands', '--headless', '--json', '-t', prompt],
  readsInput: false,
  resume: null,
})
