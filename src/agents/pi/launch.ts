import type { CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  programs: ['pi', '@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'],
  commands: [],
  promptOptions: [],
  fileOptions: [],
  valueOptions: [
    '--api-key',
    '--append-system-prompt',
    '-e',
    '--extension',
    '--export',
    '--fork',
    '--mode',
    '--model',
    '--models',
    '--prompt-template',
    '--provider',
    '--session',
    '--session-dir',
    '--skill',
    '--system-prompt',
    '-t',
    '--theme',
    '--thinking',
    '--tools',
  ],
  maybeOptions: ['--list-models'],
  listOptions: [],
  bareWords: 'many',
}

/** Pi never asks for permission. A failed run exits with 0, so only its output shows how it ended. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['pi', '--mode', 'json', '-p', prompt],
  readsInput: true,
  resume: {
    words: (sessionId) => ['--session', sessionId],
    drops: ['--session', '--fork', '-c', '--continue', '-r', '--resume'],
    keepsNone: ['--no-session'],
  },
  traits: { options: { ...NO_OPTIONS, model: ['--model'] } },
}
