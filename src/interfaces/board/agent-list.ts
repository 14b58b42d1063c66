import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { findProgram } from '../../supervision/launch.ts'
import type { AgentList } from './api.ts'
import type { BoardContext } from './context.ts'

type AgentContext = Pick<BoardContext, 'config' | 'project'>

/** Which agents can be named here. Nothing is executed: an agent is installed where its program is found. */
export function listAgents({ config, project }: AgentContext): AgentList {
  const env = configuredEnvironment(config, process.env)
  const agents = projectAgents(config).map((profile) => {
    const [program = ''] = agentCommand(profile.name, config).argv ?? profile.argvFor('{prompt}')
    return {
      name: profile.name,
      isInstalled: findProgram(program, project.root, env).kind === 'found',
      isConfigured: Object.hasOwn(config.agents, profile.name),
    }
  })
  return { usual: config.agent ?? null, agents }
}
