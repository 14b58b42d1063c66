/** What `mayday connect` would do for an agent: the agent's own commands, and the settings files that they change. */
import { loadedPlugins } from '../../../agents/plugins.ts'
import {
  markOf,
  type AgentPlugin,
  type PluginCommand,
  type PluginScope,
} from '../../../agents/agent-plugin.ts'
import { UsageError } from '../../../errors.ts'
import type { Env } from '../../../record/state-home.ts'
import { programOf } from './agent-command.ts'
import { readConnections, type Connection } from './connections.ts'
import { mentions } from './settings-copy.ts'
import { stagedFolder } from './staged-plugin.ts'

export type Asked = {
  readonly agent: string
  readonly scope: PluginScope
  /** Null for the whole user. */
  readonly root: string | null
}

export type Plan = Asked & {
  readonly plugin: AgentPlugin
  readonly program: string
  readonly commands: readonly PluginCommand[]
  readonly settings: readonly string[]
  /** The recorded connection; null if there is none. */
  readonly known: Connection | null
  /** Other connections of the same agent. They share its marketplace. */
  readonly others: readonly Connection[]
}

export function planFor(asked: Asked, isUndo: boolean, here: string, env: Env): Plan {
  const { agent, scope, root } = asked
  const found = loadedPlugins.find(({ name }) => name === agent)
  if (found === undefined) throw new UsageError(`Mayday has no plugin for '${agent}'.`)
  const { plugin, title } = found
  if (!plugin.scopes.includes(scope))
    throw new UsageError(
      `${title} installs plugins only for the whole user. Leave out --project: mayday connect ${agent}`,
    )
  const program = programOf(agent, env)
  if (program === null)
    throw new UsageError(`${title} is not installed: no program '${agent}' is on PATH. Install it first.`)
  const all = readConnections(env).filter((one) => one.agent === agent)
  const isIt = (one: Connection): boolean => one.scope === scope && one.root === root
  const others = all.filter((one) => !isIt(one))
  const settings = plugin.settings({ env, root: root ?? here, scope })
  const isThere = plugin.refusesTwice === true && settings.some((path) => mentions(path, markOf(plugin)))
  return {
    ...asked,
    plugin,
    program,
    commands: isUndo
      ? plugin.uninstall(scope, others.length === 0)
      : [
          ...(isThere ? plugin.uninstall(scope, false) : []),
          ...plugin.install(stagedFolder(plugin, env), scope),
        ],
    settings,
    known: all.find(isIt) ?? null,
    others,
  }
}
