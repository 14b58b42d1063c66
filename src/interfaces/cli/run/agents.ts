import { namedAgents } from '../../../config/agent-command.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import { findProject } from '../../../record/project.ts'
import { askVersion } from '../../../supervision/ask-version.ts'
import { readAgents, type AgentRow, type NamedAgent } from '../../../views/agents.ts'
import type { Screen } from '../command.ts'
import { loadProjectConfig } from '../config/project-config.ts'
import { isTrustedNow } from '../config/require-trust.ts'
import { renderAgents } from './render-agents.ts'

/**
 * Lists the installed agents and how Mayday would start them. It opens no store and reads no files of agents. An
 * untrusted command is listed, but not executed to get its version.
 */
export async function runAgents(_asked: object, screen: Screen): Promise<number> {
  const { whole: config, executing } = await loadProjectConfig()
  const isTrusted = isTrustedNow({ project: findProject(process.cwd(), process.env), executing })
  const named = namedAgents(
    config,
    (name) => isTrusted || !executing.values.some(({ key }) => key.startsWith(`agents.${name}.`)),
  )
  const env = configuredEnvironment(config, process.env)
  const found = readAgents({ agents: named, default: config.agent ?? null, cwd: process.cwd(), env })
  const asked = await Promise.all(found.agents.map((row, at) => withVersion(row, named[at], env)))
  const answer = { ...found, agents: asked }
  return screen.answer(answer, () => renderAgents(answer, screen))
}

/** Only known programs are asked for a version: another program may start to work with that argument. */
async function withVersion(
  row: AgentRow,
  named: NamedAgent | undefined,
  env: Readonly<Record<string, string>>,
): Promise<AgentRow> {
  const { path } = row
  const mayAsk = named !== undefined && named.isKnown && named.isTrusted
  if (!mayAsk || path === null || !named.profile.starts([path])) return row
  return { ...row, ...(await askVersion(path, env)) }
}
