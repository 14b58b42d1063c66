import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['gemini', '@google/gemini-cli'],
  promptOptions: ['-p', '--prompt'],
  valueOptions: [
    '--approval-mode',
    '--delete-session',
    '-i',
    '--prompt-interactive',
    '-m',
    '--model',
    '-o',
    '--output-format',
    '-r',
    '--resume',
    '--session-file',
    '--session-id',
    '-w',
    '--worktree',
  ],
  listOptions: [
    '--admin-policy',
    '--allowed-mcp-server-names',
    '--allowed-tools',
    '-e',
    '--extensions',
    '--include-directories',
    '--policy',
  ],
  bareWords: 'many',
}

/** Without `--skip-trust` it exits with 55 in an untrusted folder. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => [
    'gemini',
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    '--approval-mode',
    'auto_edit',
    '--skip-trust',
  ],
  readsInput: true,
  resume: {
    words: (sessionId) => ['--resume', sessionId],
    drops: ['-r', '--resume', '--session-id', '--session-file'],
    keepsNone: [],
  },
  traits: {
    // Its turn limit is a setting (model.maxSessionTurns), not an option.
    options: { ...NO_OPTIONS, model: ['--model', '-m'], permissions: ['--approval-mode', '--yolo', '-y'] },
    // By default it retries ten times for four minutes. It prints each retry, so Mayday can stop it earlier.
    fastFaults: {
      env: {},
      settings: {
        variable: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
        file: 'src/agents/gemini/fast-faults.json',
        instead: [
          '/etc/gemini-cli/system-defaults.json',
          '/Library/Application Support/GeminiCli/system-defaults.json',
        ],
        wantsRoot: true,
      },
    },
    isLauncher: true,
  },
}
