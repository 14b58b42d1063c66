import { dropOptions, scan, startsAgent, type CommandLine } from './command-line.ts'
import { placePrompt, promptWord } from './place-prompt.ts'

/** How a known agent gets its prompt, and how it takes up a session again. */
export type AgentProfile = {
  readonly name: string
  /** Does this command start it? */
  readonly starts: (argv: readonly string[]) => boolean
  /**
   * Its usual unattended command line, with structured output where it has any. It may edit the project; leave to do
   * more is a project's own decision (`agents.NAME.args` in mayday.yaml).
   */
  readonly argvFor: (prompt: string) => readonly string[]
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
}

/** How an agent's profile is written down. */
export type ProfileSpec = {
  readonly name: string
  readonly line: CommandLine
  readonly argvFor: (prompt: string) => readonly string[]
  readonly readsInput: boolean
  readonly resume: ResumeSpec | null
}

export type ResumeSpec = {
  /** The words that name the session, put where options may stand. */
  readonly words: (sessionId: string) => readonly string[]
  /** Options that would name another session. */
  readonly drops: readonly string[]
  /** Options with which the agent keeps no session. */
  readonly keepsNone: readonly string[]
}

export function profileOf({ name, line, argvFor, readsInput, resume }: ProfileSpec): AgentProfile {
  return {
    name,
    starts: (argv) => startsAgent(argv, line),
    argvFor: (prompt) => argvFor(promptWord(prompt)),
    withPrompt: (argv, prompt) => placePrompt(argv, line, prompt),
    readsInput: (argv) => readsInput && hasNoWords(argv, line),
    canResume: resume !== null,
    resume: (argv, sessionId, prompt) =>
      resume === null ? null : resumeWith(argv, line, resume, { sessionId, prompt }),
  }
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
  if (keepsNoSession(argv, line, keepsNone)) return null
  const fresh = dropOptions(argv, line, drops)
  const start = scan(fresh, line)?.start
  if (start === undefined) return null
  const resumed = [...fresh.slice(0, start), ...words(sessionId), ...fresh.slice(start)]
  return prompt === null ? resumed : placePrompt(resumed, line, prompt)
}

export const keepsNoSession = (
  argv: readonly string[],
  line: CommandLine,
  names: readonly string[],
): boolean => (scan(argv, line)?.options ?? []).some(({ name }) => names.includes(name))
