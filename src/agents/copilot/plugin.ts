import { join } from 'node:path'
import { PLUGIN, PLUGIN_ID, type AgentPlugin } from '../agent-plugin.ts'
import { folderOf } from '../session-files.ts'

export const plugin: AgentPlugin = {
  scopes: ['user'],
  install: (folder) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'install', PLUGIN_ID],
  ],
  uninstall: (_scope, isLast) => [
    ['plugin', 'uninstall', PLUGIN_ID],
    ...(isLast ? [['plugin', 'marketplace', 'remove', PLUGIN]] : []),
  ],
  settings: ({ env }) => {
    const folder = folderOf(env, ['COPILOT_HOME'], '.copilot')
    return [join(folder, 'config.json'), join(folder, 'settings.json')]
  },
}
