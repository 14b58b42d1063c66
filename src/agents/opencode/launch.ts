import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['opencode', 'opencode-ai'],
  commands: ['run'],
  valueOptions: [
    '--agent',
    '--attach',
    '--command',
    '--dir',
    '--format',
    '--log-level',
    '-m',
    '--model',
    '-p',
    '--password',
    '--port',
    '-s',
    '--session',
    '--title',
    '-u',
    '--username',
    '--variant',
  ],
  listOptions: ['-f', '--file'],
  bareWords: 'many',
}

/**
 * Without `--auto` it refuses every action that needs permission; its default settings already allow it to edit and
 * run commands. During the retries of a failed request, only its log has output.
 */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => [
    'opencode',
    'run',
    '--format',
    'json',
    '--print-logs',
    '--log-level',
    'ERROR',
    prompt,
  ],
  readsInput: true,
  resume: {
    words: (sessionId) => ['--session', sessionId],
    drops: ['-s', '--session', '-c', '--continue'],
    keepsNone: [],
  },
  traits: { options: { ...NO_OPTIONS, model: ['--model', '-m'] }, hidesTools: true },
}
