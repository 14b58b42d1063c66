import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

/** Words that belong to no option are ignored, so only options with a session need to be known. */
const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['goose', '@aaif/goose'],
  commands: ['run'],
  promptOptions: ['-t', '--text'],
  fileOptions: ['-i', '--instructions'],
  valueOptions: ['-n', '--name', '--path', '--session-id', '--model', '--max-turns'],
}

/** Its own setting (GOOSE_MODE) decides whether it asks for permission. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => [
    'goose',
    'run',
    '--output-format',
    'stream-json',
    '--with-builtin',
    'developer',
    '-t',
    prompt,
  ],
  readsInput: false,
  resume: {
    words: (sessionId) => ['--resume', '--session-id', sessionId],
    drops: ['-r', '--resume', '--session-id', '-n', '--name', '--path'],
    keepsNone: ['--no-session'],
  },
  traits: { options: { ...NO_OPTIONS, model: ['--model'], maxTurns: ['--max-turns'] } },
}
