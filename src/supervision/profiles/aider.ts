import type { CommandLine } from './command-line.ts'
import { profileOf, type AgentProfile } from './profile.ts'

/** Words that belong to no option are files for the chat, so no other option has to be known. */
const line: CommandLine = {
  programs: ['aider', 'aider-chat'],
  commands: [],
  promptOptions: ['--message', '--msg', '-m'],
  fileOptions: ['--message-file', '-f'],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

/** Plain text only, and no sessions: its chat history is one file for the folder. */
export const aider: AgentProfile = profileOf({
  name: 'aider',
  line,
  argvFor: (prompt) => ['aider', '--yes-always', '--message', prompt],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
})
