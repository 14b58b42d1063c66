/**
 * How an agent is asked a question and can do nothing except answer it.
 *
 * A1 No tools, no hooks, no MCP servers, no extensions, no settings of a project. A2 The question comes by standard
 * input: other users of the machine can read a command line. A3 No session is kept if the agent has an option for
 * that.
 */
import { UsageError } from '../../errors.ts'

/** How an agent is started for one question. */
export type AskerSpec = {
  /** The arguments after the program. */
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files in the folder in which it runs, which is empty otherwise. */
  readonly files: Readonly<Record<string, string>>
}

export type Asker = AskerSpec & { readonly name: string }

/** The system prompt, for agents that take one. */
export const ROLE: string =
  'You read the log of a failed program and say why it failed. You have no tools. You answer with one JSON object and nothing else.'

/** The agent of this name. Throws if there is none, or if it cannot run without tools. */
export function askerFor(
  name: string,
  { names, askers }: { readonly names: readonly string[]; readonly askers: readonly Asker[] },
): Asker {
  const found = askers.find((one) => one.name === name)
  if (found !== undefined) return found
  const known = `Ask one of: ${askers.map((one) => one.name).join(', ')}.`
  throw new UsageError(
    names.includes(name)
      ? `${name} cannot be asked: Mayday knows no way to run it without tools, hooks and MCP servers, and a log may contain instructions for it. ${known}`
      : `Unknown agent to ask '${name}'. ${known}`,
  )
}
