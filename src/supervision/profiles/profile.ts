import { isSessionId } from '../../signals/session-id.ts'
import { dropOptions, scan, startsAgent, type CommandLine } from './command-line.ts'
import { placePrompt, promptWord } from './place-prompt.ts'

/** The options of an agent that say how it works, each with all its names, the usual one first. None: it has no such option. */
export type AgentOptions = {
  readonly model: readonly string[]
  readonly maxTurns: readonly string[]
  /** In dollars. */
  readonly budgetUsd: readonly string[]
  /** What it may do without asking. */
  readonly permissions: readonly string[]
}

/**
 * What makes a fault show within seconds, where the agent would otherwise try again for minutes. It still gets over a
 * short one. What a person has set stays.
 */
export type FastFaults = {
  readonly env: Readonly<Record<string, string>>
  /** Settings of the lowest rank, for what no variable says. */
  readonly settings: SettingsFile | null
}

export type SettingsFile = {
  readonly variable: string
  /** Its path below the package. */
  readonly file: string
  /** Read by the agent where the variable is not set; where one is there it is the administrator's, and stays. */
  readonly instead: readonly string[]
  /** The agent passes over a file that anybody but root can change, and says so in its output. */
  readonly wantsRoot: boolean
}

/** Where an agent keeps its own story of a session, one JSON object a line, and what that tells beside the output. */
export type Transcript = {
  /** Relative to the agent's own folder; `*` is any name, `{session}` the session. */
  readonly path: string
  /** The agent's own folder: what the first of these variables names that is set, else this one in the home folder. */
  readonly home: { readonly variables: readonly string[]; readonly folder: string }
  readonly tells: string
  /** It tells each failed request at once, which the output does not: it is followed while the agent works. */
  readonly isLive: boolean
  /** It tells how an answer ended (cut off, held back), which the output does not: it is read after a success too. */
  readonly tellsEnds: boolean
}

/** How an agent behaves, besides its command line. */
export type AgentTraits = {
  /** Are there records in its output that tell what it does and how it ended? */
  readonly isStructured: boolean
  readonly options: AgentOptions
  /** The words that give a new session an id of our choosing; null: the agent chooses one and tells it. */
  readonly namesSession: ((sessionId: string) => readonly string[]) | null
  readonly fastFaults: FastFaults | null
  /** Null where it keeps none that can be read as text. */
  readonly transcript: Transcript | null
  /** It may stay when its closing record is printed: that record is its end, not its exit. */
  readonly staysAfterResult: boolean
  /** Its output tells of a tool only when that has ended. Its tools are in process groups of their own. */
  readonly hidesTools: boolean
  /** The started process is only a launcher: who kills it alone leaves the agent running. */
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

/** How a known agent is started, gets its prompt, takes up a session again, and behaves. */
export type AgentProfile = AgentTraits & {
  readonly name: string
  /** Whose output its own is read as; null: what it prints tells. */
  readonly reads: string | null
  /** Finds the session's id in a line of the output, as its first group or as a whole; null: its adapter does. */
  readonly sessionPattern: string | null
  /** What the project adds to its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Does this command start it? */
  readonly starts: (argv: readonly string[]) => boolean
  /**
   * Its default unattended command line, with structured output where it has any. It may edit the project; leave to do
   * more is a project's own decision (`agents.NAME.args` in mayday.yaml).
   */
  readonly argvFor: (prompt: string) => readonly string[]
  /** A command with a project's own words behind it, in the place of those with the same meaning. */
  readonly withArgs: (argv: readonly string[], args: readonly string[]) => readonly string[]
  /** The same command with another prompt; null where none can be found in it. */
  readonly withPrompt: (argv: readonly string[], prompt: string) => readonly string[] | null
  /** Takes it its prompt from standard input where none is on its command line? */
  readonly readsInput: (argv: readonly string[]) => boolean
  readonly canResume: boolean
  /** The same command on an earlier session; the prompt is null where standard input is. Null where it cannot. */
  readonly resume: (
    argv: readonly string[],
    sessionId: string,
    prompt: string | null,
  ) => readonly string[] | null
  /** The same command with these options in the place of those with the same meaning. Null where it cannot be told. */
  readonly withOptions: (argv: readonly string[], given: readonly GivenOption[]) => readonly string[] | null
  /** The same command with a session of our choosing. Null where it names one already or keeps none. */
  readonly withSession: (argv: readonly string[], sessionId: string) => readonly string[] | null
}

/** An option by all its names, and its value. */
export type GivenOption = { readonly names: readonly string[]; readonly value: string }

/** How an agent is started, resumed and limited, as its folder declares it. */
export type AgentLaunch = {
  readonly line: CommandLine
  readonly argvFor: (prompt: string) => readonly string[]
  readonly readsInput: boolean
  readonly resume: ResumeSpec | null
  /** Where it behaves otherwise than most. */
  readonly traits?: Partial<Omit<AgentTraits, 'transcript'>>
  /** What its command line needs besides: replaces parts of the profile that all the above describes. */
  readonly adapt?: (plain: AgentProfile) => Partial<AgentProfile>
}

export type ResumeSpec = {
  /** The words that name the session, put where options may stand. */
  readonly words: (sessionId: string) => readonly string[]
  /** Options that would name another session. */
  readonly drops: readonly string[]
  /** Options with which the agent keeps no session. */
  readonly keepsNone: readonly string[]
}

/** The profile of an agent, from what its folder declares. */
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

/** The options that these words stand for, under all their names. */
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

/** Where options may stand. */
function putWords(
  argv: readonly string[],
  line: CommandLine,
  words: readonly string[],
): readonly string[] | null {
  const start = scan(argv, line)?.start
  return start === undefined ? null : [...argv.slice(0, start), ...words, ...argv.slice(start)]
}

/** Nothing in it could be a prompt: no word of its own, or only the `-` that stands for standard input. */
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
