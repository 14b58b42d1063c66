import { join } from 'node:path'
import { PLUGIN, PLUGIN_ID, type AgentPlugin } from '../agent-plugin.ts'
import { folderOf } from '../session-files.ts'

export const plugin: AgentPlugin = {
  scopes: ['user', 'project'],
  install: (folder, scope) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'install', PLUGIN_ID, '--scope', scope],
  ],
  uninstall: (scope, isLast) => [
    ['plugin', 'uninstall', PLUGIN_ID, '--scope', scope],
    ...(isLast ? [['plugin', 'marketplace', 'remove', PLUGIN]] : []),
  ],
  settings: ({ env, root, scope }) => {
    const folder = folderOf(env, ['CLAUDE_CONFIG_DIR'], '.claude')
    return [
      join(folder, 'settings.json'),
      join(folder, 'plugins/installed_plugins.json'),
      join(folder, 'plugins/known_marketplaces.json'),
      ...(scope === 'project' ? [join(root, '.claude/settings.json')] : []),
    ]
  },
}
