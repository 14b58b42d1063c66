import { isSessionId } from '../../signals/session-id.ts'
import { dropOptions, PLAIN_LINE, scan, type CommandLine } from '../../supervision/profiles/command-line.ts'
import { promptWord } from '../../supervision/profiles/place-prompt.ts'
import { hasOption, NO_OPTIONS, type AgentLaunch } from '../../supervision/profiles/profile.ts'

const line: CommandLine = {
  ...PLAIN_LINE,
  programs: ['codex', '@openai/codex'],
  commands: ['exec', 'e'],
  valueOptions: [
    '-a',
    '--add-dir',
    '--ask-for-approval',
    '-c',
    '--config',
    '-C',
    '--cd',
    '--color',
    '--cyber-access-program',
    '--disable',
    '--enable',
    '--local-provider',
    '-m',
    '--model',
    '-o',
    '--output-last-message',
    '--output-schema',
    '-p',
    '--profile',
    '-s',
    '--sandbox',
    '--thread-source',
  ],
  listOptions: ['-i', '--image'],
  bareWords: 'one',
}

/** Subcommands of `codex exec`, which are not prompts. */
const OTHER_COMMANDS = new Set(['fork', 'review', 'help'])

/** `codex exec resume ID PROMPT`, split into the plain command and the session. */
function withoutResume(argv: readonly string[]): {
  readonly argv: readonly string[]
  readonly sessionId: string | null
} {
  const found = scan(argv, line)
  const [command = -1, session = -1] = found?.bare ?? []
  if (found === null || argv[command] !== 'resume') return { argv, sessionId: null }
  const isLast = found.options.some(({ name }) => name === '--last')
  const rest = argv.filter((_, at) => at !== command && (isLast || at !== session))
  return { argv: rest, sessionId: isLast ? '--last' : (argv[session] ?? null) }
}

const isOther = (argv: readonly string[]): boolean => {
  const [first = -1] = scan(argv, line)?.bare ?? []
  return OTHER_COMMANDS.has(argv[first] ?? '')
}

/** Options must precede `resume`, which knows fewer of them than `exec`. Images are already in the session. */
function resumed(
  argv: readonly string[],
  sessionId: string,
  prompt: string | null,
): readonly string[] | null {
  if (!isSessionId(sessionId)) return null
  const fresh = dropOptions(withoutResume(argv).argv, line, ['--last', '--all', '-i', '--image'])
  const found = scan(fresh, line)
  if (found === null || isOther(argv) || hasOption(argv, line, ['--ephemeral'])) return null
  const options = fresh.filter((word, at) => word !== '--' && !found.bare.includes(at))
  return [...options, 'resume', sessionId, prompt === null ? '-' : promptWord(prompt)]
}

/** The prompt is one argument of `exec`, or the argument after the session of `exec resume`. */
export const launch: AgentLaunch = {
  line,
  argvFor: (prompt) => ['codex', 'exec', '--json', '--sandbox', 'workspace-write', prompt],
  readsInput: true,
  resume: null,
  traits: {
    options: {
      ...NO_OPTIONS,
      model: ['--model', '-m'],
      permissions: ['--sandbox', '-s', '--dangerously-bypass-approvals-and-sandbox', '--full-auto'],
    },
    // The number of retries is a setting of each provider, and the provider's name is not known here.
    fastFaults: null,
    isLauncher: true,
  },
  adapt: (plain) => ({
    withPrompt: (argv, prompt) => {
      const { argv: fresh, sessionId } = withoutResume(argv)
      if (isOther(argv)) return null
      return sessionId === null ? plain.withPrompt(fresh, prompt) : withPromptResumed(argv, prompt)
    },
    readsInput: (argv) => !isOther(argv) && plain.readsInput(withoutResume(argv).argv),
    canResume: true,
    resume: resumed,
  }),
}

function withPromptResumed(argv: readonly string[], prompt: string): readonly string[] | null {
  const found = scan(argv, line)
  const words = found?.bare.slice(found.options.some(({ name }) => name === '--last') ? 1 : 2) ?? []
  const [at = -1] = words
  if (words.length !== 1 || argv[at] === '-') return null
  return [...argv.slice(0, at), promptWord(prompt), ...argv.slice(at + 1)]
}
