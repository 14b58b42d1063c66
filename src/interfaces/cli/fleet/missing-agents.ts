import { namedAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import type { Member } from '../../../fleet/member.ts'
import { findProgram } from '../../../supervision/launch.ts'

/** The agents and allowed programs that are not installed on this machine. */
export function missingAgents({ accounts }: Pick<Member, 'accounts'>, config: Config): readonly string[] {
  const env = configuredEnvironment(config, process.env)
  const programs = new Map([
    ...Object.keys(accounts).map((name) => [name, name] as const),
    ...namedAgents(config, () => true).map(
      ({ profile, command }) => [profile.name, command[0] ?? ''] as const,
    ),
  ])
  // A path may begin in a work tree, which is not made yet.
  return [...programs]
    .filter(([, program]) => !program.includes('/') && findProgram(program, '/', env).kind !== 'found')
    .map(([name]) => name)
}

/** A sentence for each missing program that this node allows, because the other nodes expect it here. */
export const missedWords = ({ accounts }: Pick<Member, 'accounts'>, missing: readonly string[]): string[] =>
  Object.keys(accounts)
    .filter((name) => missing.includes(name))
    .map((name) => `${name} is not installed here: this node takes no task that needs it.`)
