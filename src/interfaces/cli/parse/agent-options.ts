import { agentCommand, type AgentCommand } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import { UnknownWordError, UsageError } from '../../../errors.ts'
import { agentNames } from '../../../agents/names.ts'
import type { Placement } from '../../../supervision/prepare-agent.ts'

/** The agent: the command after `--`, else the named agent, else the project's default. */
export function agentIn(
  { agent, behind }: { readonly agent: string | undefined; readonly behind: readonly string[] },
  config: Config,
  missing: string,
): AgentCommand {
  const named = agent ?? null
  if (behind.length > 0) {
    if (named !== null && !agentNames.includes(named)) throw new UnknownWordError('agent', named, agentNames)
    return { agent: named, argv: behind }
  }
  const chosen = named ?? config.agent ?? null
  if (chosen === null) throw new UsageError(missing)
  return agentCommand(chosen, config)
}

/** The fallback agents while the first one is limited or down, in this order. */
export function fallbackIn(
  fallback: readonly string[],
  config: Config,
  { agent }: AgentCommand,
): readonly string[] {
  const names = [...new Set(fallback)]
  for (const name of names) {
    agentCommand(name, config)
    if (name === agent)
      throw new UsageError(`--fallback ${name} is the agent itself. Name another one, or leave it out.`)
  }
  return names
}

/** The error if a command has no place for the prompt. */
export const unreadHint = (placement: Placement): readonly string[] =>
  placement === 'stdin'
    ? [
        "The prompt goes to the command's standard input, which the command may not read: put '{prompt}' where it belongs.",
      ]
    : []
