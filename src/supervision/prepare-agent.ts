/**
 * Passes the prompt to an agent.
 *
 * P1 The text of a prompt may come from a log that nobody has read. It is one argument or a file, and never part of
 *    something that a shell or an interpreter executes.
 * P2 A prompt is in exactly one place: on the command line or in standard input.
 */
import { UnknownWordError, UsageError } from '../errors.ts'
import { fillPlaceholder, hasPlaceholder } from './profiles/placeholder.ts'
import type { AgentProfile, GivenOption } from './profiles/profile.ts'

/** One argument has at most 128 KiB. A command may put text before the prompt, and the agent adds its own. */
export const MAX_PROMPT_BYTES: number = 96 * 1024

/** The limit of Linux for one argument, including its closing zero. */
const MAX_ARGUMENT_BYTES = 128 * 1024

/**
 * Where the prompt is. `argument`: in a word with `{prompt}`. `profile`: where the agent's profile says that the agent
 * reads it. `stdin`: only in standard input and in `MAYDAY_PROMPT_FILE`; the agent may read neither.
 */
export const placements = ['argument', 'profile', 'stdin'] as const

export type Placement = (typeof placements)[number]

export type AgentRequest = {
  /** The name of an agent. Null: the program of the command decides. */
  readonly agent: string | null
  /** Null: the agent's default command line. */
  readonly argv: readonly string[] | null
  readonly prompt: string
  /** The session to resume; null for a new one. */
  readonly sessionId: string | null
  /** The id of a new session, for an agent that accepts one. */
  readonly newSession?: string
  readonly choices?: AgentChoices
  /** The known agents with the project's settings, and the project's custom agents. */
  readonly agents: readonly AgentProfile[]
}

/** Options of an agent that a person requested. */
export type AgentChoices = { readonly model?: string; readonly maxTurns?: number }

export type PreparedAgent = {
  readonly argv: readonly string[]
  /** The content of prompt.md, the standard input; null if the prompt is on the command line. */
  readonly stdin: string | null
  readonly placement: Placement
  /** Whether it continues the requested session. */
  readonly resumed: boolean
  /** The id of its session; null if the agent chooses it. */
  readonly sessionId: string | null
  /** Null for an unknown command. */
  readonly profile: AgentProfile | null
}

/** The profile for a name or a command; null for an unknown command. */
export function profileFor(
  agent: string | null,
  argv: readonly string[] | null,
  agents: readonly AgentProfile[],
): AgentProfile | null {
  const named = agents.find(({ name }) => name === agent)
  return named ?? (argv === null ? null : (agents.find(({ starts }) => starts(argv)) ?? null))
}

/** The command line of the next run with its prompt, on an earlier session if possible. */
export function prepareAgent(request: AgentRequest): PreparedAgent {
  const prompt = carried(request.prompt)
  const profile = profileFor(request.agent, request.argv, request.agents)
  const placed = place({ ...request, prompt }, profile)
  const fresh = { ...placed, argv: withWishes(placed.argv, profile, request) }
  const prepared = { ...fresh, ...sessionFor(fresh, profile, { ...request, prompt }), profile }
  checkLengths(prepared.argv)
  return prepared
}

type Placed = Pick<PreparedAgent, 'argv' | 'stdin' | 'placement'>

/** The command on the requested session, else on a new session with the given id if the agent accepts one. */
function sessionFor(
  { argv, stdin }: Placed,
  profile: AgentProfile | null,
  { sessionId, newSession, prompt }: AgentRequest,
): Pick<PreparedAgent, 'argv' | 'resumed' | 'sessionId'> {
  const resumed =
    sessionId === null ? null : (profile?.resume(argv, sessionId, stdin === null ? prompt : null) ?? null)
  if (resumed !== null) return { argv: resumed, resumed: true, sessionId }
  // A script that replaces an agent may parse its arguments differently.
  const named =
    newSession === undefined || profile?.starts(argv) !== true ? null : profile.withSession(argv, newSession)
  return named === null
    ? { argv, resumed: false, sessionId: null }
    : { argv: named, resumed: false, sessionId: newSession ?? null }
}

function withWishes(
  argv: readonly string[],
  profile: AgentProfile | null,
  { choices = {} }: AgentRequest,
): readonly string[] {
  const { model, maxTurns } = choices
  const given: GivenOption[] = []
  if (model !== undefined) given.push(optionFor(profile, 'model', model))
  if (maxTurns !== undefined) given.push(optionFor(profile, 'maxTurns', String(maxTurns)))
  return given.length === 0 ? argv : (profile?.withOptions(argv, given) ?? argv)
}

const WISHES = { model: '--model', maxTurns: '--max-turns' } as const

function optionFor(profile: AgentProfile | null, wish: keyof typeof WISHES, value: string): GivenOption {
  const names = profile?.options[wish] ?? []
  if (names.length > 0) return { names, value }
  throw new UsageError(
    `${profile?.name ?? 'This command'} has no option for ${WISHES[wish]}. Omit it, and set it in the configuration of the agent.`,
  )
}

function place({ agent, argv, prompt, agents }: AgentRequest, profile: AgentProfile | null): Placed {
  if (argv === null || argv.length === 0) {
    if (profile === null) throw unknownAgent(agent, agents)
    return { stdin: null, argv: profile.argvFor(prompt), placement: 'profile' }
  }
  if (hasPlaceholder(argv)) return { stdin: null, argv: fillPlaceholder(argv, prompt), placement: 'argument' }
  const placed = profile?.withPrompt(argv, prompt) ?? null
  if (placed !== null) return { stdin: null, argv: placed, placement: 'profile' }
  const isRead = profile?.readsInput(argv) === true
  return { argv, stdin: prompt, placement: isRead ? 'profile' : 'stdin' }
}

const unknownAgent = (agent: string | null, agents: readonly AgentProfile[]): Error =>
  agent === null
    ? new UsageError('A task needs an agent or a command. Try: --agent claude, or a command after --')
    : new UnknownWordError(
        'agent',
        agent,
        agents.map(({ name }) => name),
      )

/** No argument can contain a zero byte. */
function carried(prompt: string): string {
  const bytes = Buffer.byteLength(prompt)
  if (bytes <= MAX_PROMPT_BYTES) return prompt.replaceAll('\0', '\uFFFD')
  throw new UsageError(
    `The prompt has ${Math.ceil(bytes / 1024)} KiB. A command line allows at most ${MAX_PROMPT_BYTES / 1024} KiB. Put the rest into a file and name it in the prompt.`,
  )
}

function checkLengths(argv: readonly string[]): void {
  const long = argv.find((word) => Buffer.byteLength(word) >= MAX_ARGUMENT_BYTES)
  if (long === undefined) return
  throw new UsageError(
    `The argument that begins with '${long.slice(0, 40)}' has ${Math.ceil(Buffer.byteLength(long) / 1024)} KiB. The system allows at most 128 KiB. Use {prompt} once in it.`,
  )
}
