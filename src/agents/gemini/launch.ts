import type { CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  programs: ['gemini', '@google/gemini-cli'],
  commands: [],
  promptOptions: ['-p', '--prompt'],
  fileOptions: [],
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
  maybeOptions: [],
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

/** Without `--skip-trust` it ends with 55 in a folder that nobody has trusted by hand. */
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
    // Its turn limit is a setting (model.maxSessionTurns) and no option.
    options: { ...NO_OPTIONS, model: ['--model', '-m'], permissions: ['--approval-mode', '--yolo', '-y'] },
    // By itself it tries ten times, four minutes long. It tells each try, so that Mayday can cut it short.
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
