import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

/** Words that belong to no option are files for the chat, so no other options need to be known. */
const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['aider', 'aider-chat'],
  promptOptions: ['--message', '--msg', '-m'],
  fileOptions: ['--message-file', '-f'],
}

/** Aider prints plain text only and has no sessions: its chat history is one file for the folder. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['aider', '--yes-always', '--message', prompt],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
}
