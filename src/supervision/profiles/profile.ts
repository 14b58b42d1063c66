import { isSessionId } from '../../signals/session-id.ts'
import { dropOptions, scan, startsAgent, type CommandLine } from './command-line.ts'
import { placePrompt, promptWord } from './place-prompt.ts'

/** Options that change how an agent works, each with all its names, the default one first. Empty: it has none. */
export type AgentOptions = {
  readonly model: readonly string[]
  readonly maxTurns: readonly string[]
  /** In dollars. */
  readonly budgetUsd: readonly string[]
  /** What it may do without asking. */
  readonly permissions: readonly string[]
}

/**
 * Settings with which an agent reports a fault within seconds instead of retrying for minutes. It still recovers from a
 * short one. Settings of a person win.
 */
export type FastFaults = {
  readonly env: Readonly<Record<string, string>>
  /** Settings of the lowest rank, for what no variable can set. */
  readonly settings: SettingsFile | null
}

export type SettingsFile = {
  readonly variable: string
  /** Its path below the package. */
  readonly file: string
  /** The agent reads these files if the variable is not set. An existing one belongs to the administrator and wins. */
  readonly instead: readonly string[]
  /** The agent ignores a file that another user than root can change, and reports that in its output. */
  readonly wantsRoot: boolean
}

/** Where an agent keeps the transcript of a session, one JSON object per line, and what it adds to the output. */
export type Transcript = {
  /** Relative to the agent's own folder; `*` is any name, `{session}` the session. */
  readonly path: string
  /** The agent's own folder: the value of the first variable that is set, else this folder in the home folder. */
  readonly home: { readonly variables: readonly string[]; readonly folder: string }
  readonly tells: string
  /** It contains each failed request immediately, and the output does not. It is followed while the agent works. */
  readonly isLive: boolean
  /** It contains how an answer ended (cut off, filtered), and the output does not. It is read after a success too. */
  readonly tellsEnds: boolean
}

/** How an agent behaves, apart from its command line. */
export type AgentTraits = {
  /** Whether records in its output report what it does and how it ended. */
  readonly isStructured: boolean
  readonly options: AgentOptions
  /** The words that set the id of a new session. Null: the agent chooses the id and reports it. */
  readonly namesSession: ((sessionId: string) => readonly string[]) | null
  readonly fastFaults: FastFaults | null
  /** Null if it keeps none that can be read as text. */
  readonly transcript: Transcript | null
  /** Its process may continue after the closing record. That record is its end, not its exit. */
  readonly staysAfterResult: boolean
  /** Its output reports a tool only after the tool has ended. Its tools are in separate process groups. */
  readonly hidesTools: boolean
  /** The started process is only a launcher. Killing it alone leaves the agent running. */
  readonly isLauncher: boolean
}

export const NO_OPTIONS: AgentOptions = { model: [], maxTurns: [], budgetUsd: [], permissions: [] }

export const PLAIN_TRAITS: AgentTraits = {
  isStructured: true,
  options: NO_OPTIONS,
  namesSession: null,
  fastFaults: null,
  transcript: null,
  staysAfterResult: false,
  hidesTools: false,
  isLauncher: false,
}

/** How a known agent is started, gets its prompt, resumes a session, and behaves. */
export type AgentProfile = AgentTraits & {
  readonly name: string
  /** The agent whose format its output has. Null: the output decides. */
  readonly reads: string | null
  /** Finds the session id in a line of the output: the first group or the whole match. Null: its adapter finds it. */
  readonly sessionPattern: string | null
  /** Variables that the project adds to its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Whether this command starts it. */
  readonly starts: (argv: readonly string[]) => boolean
  /**
   * Its default unattended command line, with structured output if it has any. It may edit the project. A project can
   * allow more (`agents.NAME.args` in mayday.yaml).
   */
  readonly argvFor: (prompt: string) => readonly string[]
  /** A command with the project's words appended. They replace options with the same meaning. */
  readonly withArgs: (argv: readonly string[], args: readonly string[]) => readonly string[]
  /** The same command with another prompt; null if it contains none. */
  readonly withPrompt: (argv: readonly string[], prompt: string) => readonly string[] | null
  /** Whether it reads its prompt from standard input if its command line has none. */
  readonly readsInput: (argv: readonly string[]) => boolean
  readonly canResume: boolean
  /** The same command on an earlier session; null if that is not possible. The prompt is null if it is standard input. */
  readonly resume: (
    argv: readonly string[],
    sessionId: string,
    prompt: string | null,
  ) => readonly string[] | null
  /** The same command with these options instead of those with the same meaning. Null if it cannot be parsed. */
  readonly withOptions: (argv: readonly string[], given: readonly GivenOption[]) => readonly string[] | null
  /** The same command with this session id. Null if it already names one or keeps none. */
  readonly withSession: (argv: readonly string[], sessionId: string) => readonly string[] | null
}

export type GivenOption = { readonly names: readonly string[]; readonly value: string }

/** How an agent is started, resumed and limited, as its folder declares it. */
export type AgentLaunch = {
  readonly line: CommandLine
  readonly argvFor: (prompt: string) => readonly string[]
  readonly readsInput: boolean
  readonly resume: ResumeSpec | null
  /** How it differs from most agents. */
  readonly traits?: Partial<Omit<AgentTraits, 'transcript'>>
  /** Replaces parts of the profile that the properties above cannot describe. */
  readonly adapt?: (plain: AgentProfile) => Partial<AgentProfile>
}

export type ResumeSpec = {
  /** The words that name the session. They are inserted where options are allowed. */
  readonly words: (sessionId: string) => readonly string[]
  /** Options that would name another session. */
  readonly drops: readonly string[]
  /** Options with which the agent keeps no session. */
  readonly keepsNone: readonly string[]
}

/** The profile of an agent, from the declarations in its folder. */
export function profileOf(
  name: string,
  launch: AgentLaunch,
  transcript: Transcript | null = null,
): AgentProfile {
  const plain = plainProfile(name, launch, transcript)
  return { ...plain, ...launch.adapt?.(plain) }
}

function plainProfile(name: string, launch: AgentLaunch, transcript: Transcript | null): AgentProfile {
  const { line, argvFor, readsInput, resume } = launch
  const traits = { ...PLAIN_TRAITS, ...launch.traits, transcript }
  return {
    ...traits,
    name,
    reads: name,
    sessionPattern: null,
    env: {},
    starts: (argv) => startsAgent(argv, line),
    argvFor: (prompt) => argvFor(promptWord(prompt)),
    withArgs: (argv, args) => [...dropOptions(argv, line, meantBy(args, line, traits.options)), ...args],
    withPrompt: (argv, prompt) => placePrompt(argv, line, prompt),
    readsInput: (argv) => readsInput && hasNoWords(argv, line),
    canResume: resume !== null,
    resume: (argv, sessionId, prompt) =>
      resume === null || !isSessionId(sessionId)
        ? null
        : resumeWith(argv, line, resume, { sessionId, prompt }),
    withOptions: (argv, given) => putOptions(argv, line, given),
    withSession: (argv, sessionId) => {
      const taken = [...(resume?.drops ?? []), ...(resume?.keepsNone ?? [])]
      if (traits.namesSession === null || !isSessionId(sessionId) || hasOption(argv, line, taken)) return null
      return putWords(argv, line, traits.namesSession(sessionId))
    },
  }
}

/** The options that these words mean, with all their names. */
function meantBy(args: readonly string[], line: CommandLine, options: AgentOptions): readonly string[] {
  const own = scan([line.programs[0] ?? '', ...line.commands.slice(0, 1), ...args], line)
  const names = own?.options.map(({ name }) => name) ?? []
  const alike = Object.values(options).filter((group) => group.some((name) => names.includes(name)))
  return [...names, ...alike.flat()]
}

function putOptions(
  argv: readonly string[],
  line: CommandLine,
  given: readonly GivenOption[],
): readonly string[] | null {
  const others = dropOptions(
    argv,
    line,
    given.flatMap(({ names }) => names),
  )
  return putWords(
    others,
    line,
    given.flatMap(({ names, value }) => [names[0] ?? '', value]),
  )
}

/** Inserts words where options are allowed. */
function putWords(
  argv: readonly string[],
  line: CommandLine,
  words: readonly string[],
): readonly string[] | null {
  const start = scan(argv, line)?.start
  return start === undefined ? null : [...argv.slice(0, start), ...words, ...argv.slice(start)]
}

/** Whether nothing in it can be a prompt: no bare word, or only the `-` that means standard input. */
function hasNoWords(argv: readonly string[], line: CommandLine): boolean {
  const found = scan(argv, line)
  return found !== null && (line.bareWords === 'none' || found.bare.every((at) => argv[at] === '-'))
}

type Resumption = { readonly sessionId: string; readonly prompt: string | null }

function resumeWith(
  argv: readonly string[],
  line: CommandLine,
  { words, drops, keepsNone }: ResumeSpec,
  { sessionId, prompt }: Resumption,
): readonly string[] | null {
  if (hasOption(argv, line, keepsNone)) return null
  const resumed = putWords(dropOptions(argv, line, drops), line, words(sessionId))
  return prompt === null || resumed === null ? resumed : placePrompt(resumed, line, prompt)
}

export const hasOption = (argv: readonly string[], line: CommandLine, names: readonly string[]): boolean =>
  (scan(argv, line)?.options ?? []).some(({ name }) => names.includes(name))
