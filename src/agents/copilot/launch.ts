import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

/** Words that belong to no option are ignored, so only options with a session need to be known. */
const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['copilot', '@github/copilot'],
  promptOptions: ['-p', '--prompt'],
  valueOptions: ['-C', '-n', '--name', '--session-id', '--model'],
  maybeOptions: ['-r', '--resume', '--connect'],
}

/** Without `--allow-all-tools` it does nothing unattended. */
export const launch: AgentLaunch = {
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
    // Copilot CLI prints its session only in its last line, which a truncated run lacks.
    namesSession: (sessionId) => ['--session-id', sessionId],
    isLauncher: true,
  },
}
