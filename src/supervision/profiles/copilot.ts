import type { CommandLine } from './command-line.ts'
import { NO_OPTIONS, profileOf, type AgentProfile } from './profile.ts'

/** Words that belong to no option mean nothing to it, so only options that name a session have to be known. */
const line: CommandLine = {
  programs: ['copilot', '@github/copilot'],
  commands: [],
  promptOptions: ['-p', '--prompt'],
  fileOptions: [],
  valueOptions: ['-C', '-n', '--name', '--session-id', '--model'],
  maybeOptions: ['-r', '--resume', '--connect'],
  listOptions: [],
  bareWords: 'none',
}

/** It does nothing unattended without `--allow-all-tools`. */
export const copilot: AgentProfile = profileOf({
  name: 'copilot',
  line,
  argvFor: (prompt) => [
    'copilot',
    '-p',
    prompt,
    '--output-format',
    'json',
    '--allow-all-tools',
    '--no-ask-user',
    '--no-auto-update',
  ],
  readsInput: true,
  resume: {
    words: (sessionId) => [`--resume=${sessionId}`],
    drops: ['-r', '--resume', '--continue', '--session-id', '--connect', '-n', '--name'],
    keepsNone: [],
  },
  traits: {
    options: { ...NO_OPTIONS, model: ['--model'] },
    // It tells its session only in its last line, which a run that is cut off never prints.
    namesSession: (sessionId) => ['--session-id', sessionId],
    transcript: {
      home: { variables: ['COPILOT_HOME'], folder: '.copilot' },
      path: 'session-state/{session}/events.jsonl',
      tells: 'how each answer ended: an answer that was cut off or held back is a success in the output',
      isLive: false,
      tellsEnds: true,
    },
    isLauncher: true,
  },
})
