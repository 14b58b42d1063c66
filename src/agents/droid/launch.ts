import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['droid', '@factory/cli'],
  commands: ['exec'],
  fileOptions: ['-f', '--file'],
  valueOptions: [
    '--add-tools',
    '--append-system-prompt',
    '--append-system-prompt-file',
    '--auto',
    '--cwd',
    '--fork',
    '--input-format',
    '--log-group-id',
    '-m',
    '--model',
    '-o',
    '--only-tools',
    '--output-format',
    '-r',
    '--reasoning-effort',
    '--remove-tools',
    '-s',
    '--session-id',
    '--settings',
    '--spec-model',
    '--spec-reasoning-effort',
    '--tag',
    '--validator-model',
    '--validator-reasoning-effort',
    '--worker-model',
    '--worker-reasoning-effort',
    '--worktree-dir',
  ],
  maybeOptions: ['-w', '--worktree'],
  bareWords: 'many',
}

/** Without `--auto` Droid only reads. With `--auto low` it may change files of the project. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['droid', 'exec', '--output-format', 'stream-json', '--auto', 'low', prompt],
  readsInput: true,
  resume: {
    words: (sessionId) => ['--session-id', sessionId],
    drops: ['-s', '--session-id', '--fork'],
    keepsNone: [],
  },
  traits: {
    options: {
      ...NO_OPTIONS,
      model: ['--model', '-m'],
      permissions: ['--auto', '--skip-permissions-unsafe'],
    },
  },
}
