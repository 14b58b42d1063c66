import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { UsageError } from '../../errors.ts'
import { agentNames } from '../../signals/agents/agent-names.ts'
import { inspectAgents } from '../../supervision/inspect-agents.ts'
import type { RunCommand } from './command.ts'
import { projectConfig } from './project-config.ts'
import { renderAgents } from './render-agents.ts'

/** What is installed here, and how Mayday would start it. Opens no store and reads no file of an agent. */
export const runAgents: RunCommand = async (args, { out, colour, columns }) => {
  if (args.positionals.length > 0)
    throw new UsageError(`agents takes options only, and got '${args.positionals[0]}'. Try: mayday agents`)
  const config = await projectConfig()
  const agents = await inspectAgents(
    projectAgents(config).map((profile) => ({
      profile,
      isKnown: agentNames.includes(profile.name),
      command: agentCommand(profile.name, config).argv ?? profile.argvFor('{prompt}'),
    })),
    { cwd: process.cwd(), env: configuredEnvironment(config, process.env) },
  )
  out(
    args.flag('json')
      ? `${JSON.stringify({ format: 'mayday.agents/1', usual: config.agent ?? null, agents }, null, 2)}\n`
      : renderAgents(agents, { colour, columns, usual: config.agent ?? null }),
  )
  return 0
}
