import { agentCommand, projectAgents } from '../../../config/agent-command.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import { findProject } from '../../../record/project.ts'
import { agentNames } from '../../../agents/names.ts'
import { inspectAgents } from '../../../supervision/inspect-agents.ts'
import type { Screen } from '../command.ts'
import { loadProjectConfig } from '../config/project-config.ts'
import { renderAgents } from './render-agents.ts'
import { isTrustedNow } from '../config/require-trust.ts'

/**
 * What is installed here, and how Mayday would start it. Opens no store and reads no file of an agent. A
 * command that nobody has trusted is shown, and not asked for its version.
 */
export async function runAgents(_asked: object, screen: Screen): Promise<number> {
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
  const usual = config.agent ?? null
  return screen.answer({ usual, agents }, () => renderAgents(agents, { ...screen, usual }))
}
