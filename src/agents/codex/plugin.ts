import { join } from 'node:path'
import { PLUGIN, PLUGIN_ID, type AgentPlugin } from '../agent-plugin.ts'
import { folderOf } from '../session-files.ts'

export const plugin: AgentPlugin = {
  scopes: ['user'],
  install: (folder) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'add', PLUGIN_ID],
  ],
  uninstall: (_scope, isLast) => [
    ['plugin', 'remove', PLUGIN_ID],
    ...(isLast ? [['plugin', 'marketplace', 'remove', PLUGIN]] : []),
  ],
  settings: ({ env }) => [join(folderOf(env, ['CODEX_HOME'], '.codex'), 'config.toml')],
  afterwards:
    'Codex runs the hooks of a plugin only after you have trusted them: start codex, and trust them when it asks.',
}
