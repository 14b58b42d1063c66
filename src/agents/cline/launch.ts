import { PLAIN_LINE, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['cline'],
  bareWords: 'many',
  valueOptions: [
    '--auto-approve',
    '-c',
    '--compaction',
    '--config',
    '--cwd',
    '--data-dir',
    '--hooks-dir',
    '--id',
    '-k',
    '--key',
    '-m',
    '--model',
    '-P',
    '--provider',
    '-s',
    '--system',
    '-t',
    '--timeout',
  ],
  maybeOptions: ['--retries', '--thinking'],
}

/** By default Cline approves its tools itself. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['cline', '--json', prompt],
  readsInput: true,
  resume: { words: (sessionId) => ['--id', sessionId], drops: ['--id'], keepsNone: [] },
  traits: { options: { ...NO_OPTIONS, model: ['--model', '-m'], permissions: ['--auto-approve'] } },
}
