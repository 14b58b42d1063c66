/** How Mayday's plugin is installed into an agent: by the agent's own command, or as a file that the agent loads. */
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
  /** Its folder below `plugin/`; missing if it takes that folder itself. */
  readonly folder?: string
  /** The file of its folder that starts the MCP server; default `.mcp.json`. */
  readonly server?: string
  readonly install: (folder: string, scope: PluginScope) => readonly PluginCommand[]
  /** `isLast`: no other scope has the plugin, so the parts that all scopes share are removed too. */
  readonly uninstall: (scope: PluginScope, isLast: boolean) => readonly PluginCommand[]
  /** The agent refuses to install an installed plugin, so Mayday removes the installed one first. */
  readonly refusesTwice?: boolean
  /** More variables for these commands. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Set if the agent has no command for plugins: this file of the folder is copied to the place of the first settings
   * file.
   */
  readonly file?: string
  /** The files with settings that change. */
  readonly settings: (place: PluginPlace) => readonly string[]
  /** What its settings contain while the plugin is installed, if that is not the plugin's id. */
  readonly mark?: string
  /** What the user has to do afterwards. */
  readonly afterwards?: string
}

/** The plugin and its marketplace have the same name. */
export const PLUGIN = 'mayday'
export const PLUGIN_ID: string = `${PLUGIN}@${PLUGIN}`

export const markOf = ({ mark = PLUGIN_ID }: AgentPlugin): string => mark
