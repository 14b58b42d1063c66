/** How Mayday's plugin is installed into an agent: by the agent's own command. */
import type { Env } from '../record/state-home.ts'

/** For all sessions of the user, or for those of one project. */
export type PluginScope = 'user' | 'project'

export type PluginPlace = {
  readonly env: Env
  /** The folder of the project. */
  readonly root: string
  readonly scope: PluginScope
}

/** The words after the name of the agent's program. */
export type PluginCommand = readonly string[]

export type AgentPlugin = {
  readonly scopes: readonly PluginScope[]
  /** Makes the plugin's folder known to the agent. All scopes share it. */
  readonly add: (folder: string) => PluginCommand
  readonly install: (scope: PluginScope) => PluginCommand
  readonly uninstall: (scope: PluginScope) => PluginCommand
  readonly forget: PluginCommand
  /** The files with settings that these commands change. */
  readonly settings: (place: PluginPlace) => readonly string[]
  /** What the user has to do afterwards. */
  readonly afterwards?: string
}

/** The plugin and its marketplace have the same name. */
export const PLUGIN = 'mayday'
export const PLUGIN_ID: string = `${PLUGIN}@${PLUGIN}`
