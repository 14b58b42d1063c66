import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { UsageError } from '../../errors.ts'
import { findProject } from '../../record/project.ts'
import { agentNames } from '../../signals/agents/agent-names.ts'
import { inspectAgents } from '../../supervision/inspect-agents.ts'
import type { RunCommand } from './command.ts'
import { loadProjectConfig } from './project-config.ts'
import { renderAgents } from './render-agents.ts'
import { isTrustedNow } from './require-trust.ts'
import { shownJson } from '../shown.ts'

/**
 * What is installed here, and how Mayday would start it. Opens no store and reads no file of an agent. A
 * command that nobody has trusted is shown, and not asked for its version.
 */
export const runAgents: RunCommand = async (args, { out, colour, columns }) => {
  if (args.positionals.length > 0)
    throw new UsageError(`agents takes options only, and got '${args.positionals[0]}'. Try: mayday agents`)
  const { whole: config, executing } = await loadProjectConfig()
  const isTrusted = isTrustedNow({ project: findProject(process.cwd(), process.env), executing })
  const agents = await inspectAgents(
    projectAgents(config).map((profile) => ({
      profile,
      isKnown: agentNames.includes(profile.name),
      isTrusted: isTrusted || !executing.values.some(({ key }) => key.startsWith(`agents.${profile.name}.`)),
      command: agentCommand(profile.name, config).argv ?? profile.argvFor('{prompt}'),
    })),
    { cwd: process.cwd(), env: configuredEnvironment(config, process.env) },
  )
  out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.agents/1', usual: config.agent ?? null, agents }, 2)}\n`
      : renderAgents(agents, { colour, columns, usual: config.agent ?? null }),
  )
  return 0
}
