/**
 * How an agent gets its prompt.
 *
 * P1 Text of a prompt may come from a log that nobody has read: it is only ever one argument or a file, never a part of
 *    something that a shell or an interpreter reads as code.
 * P2 A prompt stands in exactly one place: on the command line, or in standard input.
 */
import { UnknownWordError, UsageError } from '../errors.ts'
import { fillPlaceholder, hasPlaceholder } from './profiles/placeholder.ts'
import type { AgentProfile, GivenOption } from './profiles/profile.ts'

/** One argument cannot exceed 128 KiB; a command may put something before the prompt, and the agent its own words. */
export const MAX_PROMPT_BYTES: number = 96 * 1024

/** What Linux lets one argument have, its closing zero included. */
const MAX_ARGUMENT_BYTES = 128 * 1024

/**
 * Where the prompt went: into a word with `{prompt}`, where the agent's profile knows that it is read, or only into
 * standard input and `MAYDAY_PROMPT_FILE`, where it may go unread.
 */
export const placements = ['argument', 'profile', 'stdin'] as const

export type Placement = (typeof placements)[number]

export type AgentRequest = {
  /** A known agent; null: the command's own name tells, or nothing does. */
  readonly agent: string | null
  /** Null: the agent's default command line. */
  readonly argv: readonly string[] | null
  readonly prompt: string
  /** The session to take up again; null for a new one. */
  readonly sessionId: string | null
  /** The id of a new session, for an agent that lets others choose it. */
  readonly newSession?: string
  readonly wishes?: AgentWishes
  /** Those that Mayday knows, as the project wants them, and the project's own. */
  readonly agents: readonly AgentProfile[]
}

/** What a person wants of an agent besides the work. */
export type AgentWishes = { readonly model?: string; readonly maxTurns?: number }

export type PreparedAgent = {
  readonly argv: readonly string[]
  /** What prompt.md holds as standard input; null where the prompt stands on the command line. */
  readonly stdin: string | null
  readonly placement: Placement
  /** Does it go on in the session that was asked for? */
  readonly resumed: boolean
  /** The session that it will have; null where only the agent will know. */
  readonly sessionId: string | null
  /** Null for a command that nobody knows. */
  readonly profile: AgentProfile | null
}

/** The profile that a name or a command means; null for any other command. */
export function profileFor(
  agent: string | null,
  argv: readonly string[] | null,
  agents: readonly AgentProfile[],
): AgentProfile | null {
  const named = agents.find(({ name }) => name === agent)
  return named ?? (argv === null ? null : (agents.find(({ starts }) => starts(argv)) ?? null))
}

/** The command line of the next run, with its prompt in it, and on an earlier session where that is possible. */
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

/** The command on the session that is wanted, else on a new one of our choosing where the agent allows it. */
function sessionFor(
  { argv, stdin }: Placed,
  profile: AgentProfile | null,
  { sessionId, newSession, prompt }: AgentRequest,
): Pick<PreparedAgent, 'argv' | 'resumed' | 'sessionId'> {
  const resumed =
    sessionId === null ? null : (profile?.resume(argv, sessionId, stdin === null ? prompt : null) ?? null)
  if (resumed !== null) return { argv: resumed, resumed: true, sessionId }
  // A script that stands for an agent may read its own words otherwise.
  const named =
    newSession === undefined || profile?.starts(argv) !== true ? null : profile.withSession(argv, newSession)
  return named === null
    ? { argv, resumed: false, sessionId: null }
    : { argv: named, resumed: false, sessionId: newSession ?? null }
}

function withWishes(
  argv: readonly string[],
  profile: AgentProfile | null,
  { wishes = {} }: AgentRequest,
): readonly string[] {
  const { model, maxTurns } = wishes
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
    `${profile?.name ?? 'This command'} has no option that Mayday could pass ${WISHES[wish]} on to. Leave it out, and set it where the agent takes it.`,
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
    ? new UsageError('A task needs an agent or a command. Try: --agent claude, or a command behind --')
    : new UnknownWordError(
        'agent',
        agent,
        agents.map(({ name }) => name),
      )

/** No argument can hold a zero byte. */
function carried(prompt: string): string {
  const bytes = Buffer.byteLength(prompt)
  if (bytes <= MAX_PROMPT_BYTES) return prompt.replaceAll('\0', '\uFFFD')
  throw new UsageError(
    `The prompt has ${Math.ceil(bytes / 1024)} KiB, and a command line takes at most ${MAX_PROMPT_BYTES / 1024} KiB. Put the rest into a file and name it in the prompt.`,
  )
}

function checkLengths(argv: readonly string[]): void {
  const long = argv.find((word) => Buffer.byteLength(word) >= MAX_ARGUMENT_BYTES)
  if (long === undefined) return
  throw new UsageError(
    `The argument that begins with '${long.slice(0, 40)}' has ${Math.ceil(Buffer.byteLength(long) / 1024)} KiB, and the system takes at most 128 KiB. Use {prompt} once in it.`,
  )
}
