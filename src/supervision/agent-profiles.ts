/**
 * How an agent gets its prompt.
 *
 * P1 Text of a prompt may come from a log that nobody has read: it is only ever one argument or a file, never a part of
 *    something that a shell or an interpreter reads as code.
 * P2 A prompt stands in exactly one place: on the command line, or in standard input.
 */
import { UnknownWordError, UsageError } from '../errors.ts'
import { aider } from './profiles/aider.ts'
import { claude } from './profiles/claude.ts'
import { codex } from './profiles/codex.ts'
import { copilot } from './profiles/copilot.ts'
import { gemini } from './profiles/gemini.ts'
import { goose } from './profiles/goose.ts'
import { miniSweAgent } from './profiles/mini-swe-agent.ts'
import { opencode } from './profiles/opencode.ts'
import { openhands } from './profiles/openhands.ts'
import { fillPlaceholder, hasPlaceholder } from './profiles/placeholder.ts'
import type { AgentProfile } from './profiles/profile.ts'
import { qwen } from './profiles/qwen.ts'
import { sweAgent } from './profiles/swe-agent.ts'

/** In the order of `agentNames`. */
export const agentProfiles: readonly AgentProfile[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  goose,
  aider,
  miniSweAgent,
  openhands,
  sweAgent,
]

/** One argument cannot exceed 128 KiB; a command may put something before the prompt, and the agent its own words. */
export const MAX_PROMPT_BYTES: number = 96 * 1024

/** What Linux lets one argument have, its closing zero included. */
const MAX_ARGUMENT_BYTES = 128 * 1024

/**
 * Where the prompt went: into a word with `{prompt}`, where the agent's profile knows that it is read, or only into
 * standard input and `MAYDAY_PROMPT_FILE`, where it may go unread.
 */
export type Placement = 'argument' | 'profile' | 'stdin'

export type AgentRequest = {
  /** A known agent; null: the command's own name tells, or nothing does. */
  readonly agent: string | null
  /** Null: the agent's usual command line. */
  readonly argv: readonly string[] | null
  readonly prompt: string
  /** The session to take up again; null for a new one. */
  readonly sessionId: string | null
}

export type PreparedAgent = {
  readonly argv: readonly string[]
  /** What prompt.md holds as standard input; null where the prompt stands on the command line. */
  readonly stdin: string | null
  readonly placement: Placement
  /** Does it go on in the session that was asked for? */
  readonly resumed: boolean
}

/** The profile that a name or a command means; null for any other command. */
export function profileFor(agent: string | null, argv: readonly string[] | null): AgentProfile | null {
  const named = agentProfiles.find(({ name }) => name === agent)
  return named ?? (argv === null ? null : (agentProfiles.find(({ starts }) => starts(argv)) ?? null))
}

/** The command line of the next run, with its prompt in it, and on an earlier session where that is possible. */
export function prepareAgent(request: AgentRequest): PreparedAgent {
  const { sessionId } = request
  const prompt = carried(request.prompt)
  const profile = profileFor(request.agent, request.argv)
  const fresh = place({ ...request, prompt }, profile)
  const resumed =
    sessionId === null
      ? null
      : (profile?.resume(fresh.argv, sessionId, fresh.stdin === null ? prompt : null) ?? null)
  const prepared = resumed === null ? fresh : { ...fresh, argv: resumed, resumed: true }
  checkLengths(prepared.argv)
  return prepared
}

/** Where a prompt would go, before there is one. */
export const placementOf = (argv: readonly string[] | null, agent: string | null = null): Placement =>
  prepareAgent({ agent, argv, prompt: 'x', sessionId: null }).placement

function place({ agent, argv, prompt }: AgentRequest, profile: AgentProfile | null): PreparedAgent {
  const onLine = { stdin: null, resumed: false } as const
  if (argv === null || argv.length === 0) {
    if (profile === null) throw unknownAgent(agent)
    return { ...onLine, argv: profile.argvFor(prompt), placement: 'profile' }
  }
  if (hasPlaceholder(argv)) return { ...onLine, argv: fillPlaceholder(argv, prompt), placement: 'argument' }
  const placed = profile?.withPrompt(argv, prompt) ?? null
  if (placed !== null) return { ...onLine, argv: placed, placement: 'profile' }
  const isRead = profile?.readsInput(argv) === true
  return { argv, stdin: prompt, placement: isRead ? 'profile' : 'stdin', resumed: false }
}

const unknownAgent = (agent: string | null): Error =>
  agent === null
    ? new UsageError('A task needs an agent or a command. Try: --agent claude, or a command behind --')
    : new UnknownWordError(
        'agent',
        agent,
        agentProfiles.map(({ name }) => name),
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
